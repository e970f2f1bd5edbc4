/* SPDX-License-Identifier: Apache-2.0
 *
 * few-powers-host: a launcher on one node whose PMIx server can do what Slurm's and Flux's can, and no more: fences,
 * values, abort. There are no groups, events, spawn, publish, connect or queries.
 *
 *   few-powers-host -n N COMMAND ARGUMENT...
 *
 * It starts N ranks, and ends with the first status that is not 0, or 128 + the signal. Like Slurm, it ends all ranks if
 * one aborts or ends without PMIx_Finalize, and at any event that reaches its server.
 */
#include <errno.h>
#include <pmix.h>
#include <pmix_server.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { MOST = 64 };

/* Named as Slurm names a step. */
static const char *nspace = "slurm.pmix.1.0";
static int size;
static pid_t ranks[MOST];
static volatile sig_atomic_t aborted;

static void check(const char *what, pmix_status_t status) {
    if (status != PMIX_SUCCESS && status != PMIX_OPERATION_SUCCEEDED) {
        fprintf(stderr, "few-powers-host: %s: %s\n", what, PMIx_Error_string(status));
        exit(1);
    }
}

/* --- ranks ---------------------------------------------------------------------------------------------------------- */

static void signal_ranks(int number) {
    for (int rank = 0; rank < size; rank++) {
        if (ranks[rank] > 0) {
            kill(-ranks[rank], number);
        }
    }
}

static void *end_ranks(void *none) {
    signal_ranks(SIGTERM);
    signal_ranks(SIGCONT);
    sleep(5);
    signal_ranks(SIGKILL);
    return none;
}

static void end_job(int status) {
    if (!aborted) {
        pthread_t thread;
        aborted = status == 0 ? 1 : status;
        pthread_create(&thread, NULL, end_ranks, NULL);
    }
}

static void forward(int number) {
    signal_ranks(number);
}

static int await_ranks(void) {
    int first = 0;
    for (int left = size; left > 0;) {
        int status, code;
        pid_t pid = wait(&status);
        if (pid < 0 && errno == EINTR) {
            continue;
        }
        for (int rank = 0; rank < size; rank++) {
            if (ranks[rank] == pid) {
                ranks[rank] = 0;
                left--;
            }
        }
        code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
        first = first == 0 ? code : first;
    }
    return aborted ? aborted : first;
}

/* --- the server: these entries, as in Slurm's plugin, and no others -------------------------------------------------- */

static pmix_status_t connected(const pmix_proc_t *proc, void *object, pmix_op_cbfunc_t answer, void *cbdata) {
    (void)proc, (void)object, (void)answer, (void)cbdata;
    return PMIX_OPERATION_SUCCEEDED;
}

static pmix_status_t finalized(const pmix_proc_t *proc, void *object, pmix_op_cbfunc_t answer, void *cbdata) {
    (void)proc, (void)object, (void)answer, (void)cbdata;
    return PMIX_OPERATION_SUCCEEDED;
}

static pmix_status_t abort_job(const pmix_proc_t *proc, void *object, int status, const char text[], pmix_proc_t procs[],
                               size_t nprocs, pmix_op_cbfunc_t answer, void *cbdata) {
    (void)proc, (void)object, (void)text, (void)procs, (void)nprocs;
    end_job(status);
    if (answer != NULL) {
        answer(PMIX_SUCCESS, cbdata);
    }
    return PMIX_SUCCESS;
}

/* All participants are here: the data of the others is none. */
static pmix_status_t fence(const pmix_proc_t procs[], size_t nprocs, const pmix_info_t info[], size_t ninfo, char *data,
                           size_t ndata, pmix_modex_cbfunc_t answer, void *cbdata) {
    (void)procs, (void)nprocs, (void)info, (void)ninfo;
    answer(PMIX_SUCCESS, data, ndata, cbdata, free, data);
    return PMIX_SUCCESS;
}

/* All ranks are here: whoever is asked for does not exist. */
static pmix_status_t modex(const pmix_proc_t *proc, const pmix_info_t info[], size_t ninfo, pmix_modex_cbfunc_t answer,
                           void *cbdata) {
    (void)proc, (void)info, (void)ninfo, (void)answer, (void)cbdata;
    return PMIX_ERR_NOT_FOUND;
}

static pmix_status_t publish(const pmix_proc_t *proc, const pmix_info_t info[], size_t ninfo, pmix_op_cbfunc_t answer,
                             void *cbdata) {
    (void)proc, (void)info, (void)ninfo, (void)answer, (void)cbdata;
    return PMIX_ERR_NOT_SUPPORTED;
}

static pmix_status_t lookup(const pmix_proc_t *proc, char **keys, const pmix_info_t info[], size_t ninfo,
                            pmix_lookup_cbfunc_t answer, void *cbdata) {
    (void)proc, (void)keys, (void)info, (void)ninfo, (void)answer, (void)cbdata;
    return PMIX_ERR_NOT_SUPPORTED;
}

static pmix_status_t unpublish(const pmix_proc_t *proc, char **keys, const pmix_info_t info[], size_t ninfo,
                               pmix_op_cbfunc_t answer, void *cbdata) {
    (void)proc, (void)keys, (void)info, (void)ninfo, (void)answer, (void)cbdata;
    return PMIX_ERR_NOT_SUPPORTED;
}

static pmix_status_t spawn(const pmix_proc_t *proc, const pmix_info_t info[], size_t ninfo, const pmix_app_t apps[],
                           size_t napps, pmix_spawn_cbfunc_t answer, void *cbdata) {
    (void)proc, (void)info, (void)ninfo, (void)apps, (void)napps, (void)answer, (void)cbdata;
    return PMIX_ERR_NOT_SUPPORTED;
}

static pmix_status_t connect_procs(const pmix_proc_t procs[], size_t nprocs, const pmix_info_t info[], size_t ninfo,
                                   pmix_op_cbfunc_t answer, void *cbdata) {
    (void)procs, (void)nprocs, (void)info, (void)ninfo, (void)answer, (void)cbdata;
    return PMIX_ERR_NOT_SUPPORTED;
}

static pmix_status_t job_control(const pmix_proc_t *proc, const pmix_proc_t targets[], size_t ntargets,
                                 const pmix_info_t info[], size_t ninfo, pmix_info_cbfunc_t answer, void *cbdata) {
    (void)proc, (void)targets, (void)ntargets, (void)info, (void)ninfo, (void)answer, (void)cbdata;
    return PMIX_ERR_NOT_SUPPORTED;
}

static pmix_server_module_t module = {
    .client_connected = connected,
    .client_finalized = finalized,
    .abort = abort_job,
    .fence_nb = fence,
    .direct_modex = modex,
    .publish = publish,
    .lookup = lookup,
    .unpublish = unpublish,
    .spawn = spawn,
    .connect = connect_procs,
    .disconnect = connect_procs,
    .job_control = job_control,
};

static void event(size_t handler, pmix_status_t status, const pmix_proc_t *source, pmix_info_t info[], size_t ninfo,
                  pmix_info_t *results, size_t nresults, pmix_event_notification_cbfunc_fn_t done, void *cbdata) {
    (void)handler, (void)info, (void)ninfo, (void)results, (void)nresults;
    fprintf(stderr, "few-powers-host: event %s of %s:%u ends the job\n", PMIx_Error_string(status), source->nspace,
            source->rank);
    end_job(1);
    done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, cbdata);
}

/* --- what the ranks are told about their job ------------------------------------------------------------------------- */

static void register_job(void) {
    char host[256], *nodes, *map, peers[8 * MOST] = "";
    uint32_t count = size, zero = 0;
    pmix_info_t *job;
    int given = 0;
    gethostname(host, sizeof(host));
    for (int rank = 0; rank < size; rank++) {
        sprintf(peers + strlen(peers), rank == 0 ? "%d" : ",%d", rank);
    }
    check("nodes", PMIx_generate_regex(host, &nodes));
    check("ranks", PMIx_generate_ppn(peers, &map));
    PMIX_INFO_CREATE(job, 12 + size);
    PMIX_INFO_LOAD(&job[given++], PMIX_JOBID, nspace, PMIX_STRING);
    PMIX_INFO_LOAD(&job[given++], PMIX_UNIV_SIZE, &count, PMIX_UINT32);
    PMIX_INFO_LOAD(&job[given++], PMIX_JOB_SIZE, &count, PMIX_UINT32);
    PMIX_INFO_LOAD(&job[given++], PMIX_LOCAL_SIZE, &count, PMIX_UINT32);
    PMIX_INFO_LOAD(&job[given++], PMIX_NODE_SIZE, &count, PMIX_UINT32);
    PMIX_INFO_LOAD(&job[given++], PMIX_MAX_PROCS, &count, PMIX_UINT32);
    PMIX_INFO_LOAD(&job[given++], PMIX_APP_SIZE, &count, PMIX_UINT32);
    PMIX_INFO_LOAD(&job[given++], PMIX_NODE_MAP, nodes, PMIX_REGEX);
    PMIX_INFO_LOAD(&job[given++], PMIX_PROC_MAP, map, PMIX_REGEX);
    PMIX_INFO_LOAD(&job[given++], PMIX_LOCAL_PEERS, peers, PMIX_STRING);
    PMIX_INFO_LOAD(&job[given++], PMIX_LOCALLDR, &zero, PMIX_UINT32);
    for (int rank = 0; rank < size; rank++) {
        pmix_data_array_t of;
        pmix_rank_t number = rank;
        uint16_t local = rank;
        pmix_info_t *each;
        PMIX_DATA_ARRAY_CONSTRUCT(&of, 7, PMIX_INFO);
        each = of.array;
        PMIX_INFO_LOAD(&each[0], PMIX_RANK, &number, PMIX_PROC_RANK);
        PMIX_INFO_LOAD(&each[1], PMIX_GLOBAL_RANK, &number, PMIX_PROC_RANK);
        PMIX_INFO_LOAD(&each[2], PMIX_APP_RANK, &number, PMIX_PROC_RANK);
        PMIX_INFO_LOAD(&each[3], PMIX_LOCAL_RANK, &local, PMIX_UINT16);
        PMIX_INFO_LOAD(&each[4], PMIX_NODE_RANK, &local, PMIX_UINT16);
        PMIX_INFO_LOAD(&each[5], PMIX_HOSTNAME, host, PMIX_STRING);
        PMIX_INFO_LOAD(&each[6], PMIX_NODEID, &zero, PMIX_UINT32);
        PMIX_INFO_LOAD(&job[given++], PMIX_PROC_DATA, &of, PMIX_DATA_ARRAY);
    }
    check("register the job", PMIx_server_register_nspace(nspace, size, job, given, NULL, NULL));
}

static void start(int rank, char **command) {
    pmix_proc_t proc;
    char **variables = NULL;
    PMIX_LOAD_PROCID(&proc, nspace, rank);
    check("register a rank", PMIx_server_register_client(&proc, getuid(), getgid(), NULL, NULL, NULL));
    for (char **each = environ; *each != NULL; each++) {
        PMIx_Argv_append_nosize(&variables, *each);
    }
    check("environment of a rank", PMIx_server_setup_fork(&proc, &variables));
    ranks[rank] = fork();
    if (ranks[rank] == 0) {
        setpgid(0, 0);
        environ = variables;
        execvp(command[0], command);
        perror(command[0]);
        _exit(127);
    }
    setpgid(ranks[rank], ranks[rank]);
}

int main(int argc, char **argv) {
    char folder[] = "/tmp/few-powers-XXXXXX";
    char clean[sizeof(folder) + 16];
    int status;
    pmix_info_t info;
    if (argc < 4 || strcmp(argv[1], "-n") != 0 || (size = atoi(argv[2])) < 1 || size > MOST) {
        fprintf(stderr, "usage: few-powers-host -n N COMMAND ARGUMENT...   (at most %d)\n", MOST);
        return 2;
    }
    if (mkdtemp(folder) == NULL) {
        perror(folder);
        return 1;
    }
    PMIX_INFO_LOAD(&info, PMIX_SERVER_TMPDIR, folder, PMIX_STRING);
    check("PMIx_server_init", PMIx_server_init(&module, &info, 1));
    /* OpenPMIx 5.0 returns the number of the handler. */
    status = PMIx_Register_event_handler(NULL, 0, NULL, 0, event, NULL, NULL);
    check("handler", status > 0 ? PMIX_SUCCESS : status);
    register_job();
    signal(SIGTERM, forward);
    signal(SIGINT, forward);
    for (int rank = 0; rank < size; rank++) {
        start(rank, argv + 3);
    }
    status = await_ranks();
    PMIx_server_finalize();
    snprintf(clean, sizeof(clean), "rm -rf %s", folder);
    return system(clean) == 0 ? status : 1;
}
