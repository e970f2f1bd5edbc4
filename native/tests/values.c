/* SPDX-License-Identifier: Apache-2.0
 *
 * values: the C rank of ValuesOfCIT. It makes a value of every type with the
 * structures of the header, puts each as "c.NAME", and compares what the Java
 * rank has put as "java.NAME" with its own, field by field.
 */
#define _GNU_SOURCE
#include <pmix.h>
#include <pmix_server.h> /* PMIx_server_generate_cpuset_string */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define U "\xc3\xbc\xe2\x82\xac\xf0\x9f\x98\x80" /* 2, 3 and 4 bytes of UTF-8 */
#define N50 "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn"
#define NSPACE N50 N50 N50 N50 N50 "nn\xe2\x82\xac" /* 255 bytes */

#define FAIL(...) (fprintf(stderr, "values: " __VA_ARGS__), fputc('\n', stderr), exit(1))

/* ---- the values ---------------------------------------------------------- */

typedef struct {
    const char *name;
    pmix_data_type_t type;
    const void *data;
} entry;

#define SCALAR(NAME, TYPE, CTYPE, ...) {NAME, TYPE, (CTYPE[]){__VA_ARGS__}}
#define COUNT(CTYPE, ...) (sizeof((CTYPE[]){__VA_ARGS__}) / sizeof(CTYPE))
#define ARRAY(NAME, TYPE, CTYPE, ...) \
    {NAME, PMIX_DATA_ARRAY, \
     &(pmix_data_array_t){TYPE, COUNT(CTYPE, __VA_ARGS__), (CTYPE[]){__VA_ARGS__}}}
/* A value of its own, and an array of the boundaries. */
#define UNSIGNED(NAME, TYPE, CTYPE, MAX) \
    SCALAR(NAME, TYPE, CTYPE, MAX), ARRAY(NAME ".array", TYPE, CTYPE, 0, 1, MAX / 2, MAX / 2 + 1, MAX)
#define SIGNED(NAME, TYPE, CTYPE, MIN, MAX) \
    SCALAR(NAME, TYPE, CTYPE, MIN), ARRAY(NAME ".array", TYPE, CTYPE, 0, -1, MIN, MAX)
#define STRUCT(NAME, TYPE, CTYPE, ...) SCALAR(NAME, TYPE, CTYPE, __VA_ARGS__), \
    ARRAY(NAME ".array", TYPE, CTYPE, __VA_ARGS__)

static const pmix_proc_t proc_long = {NSPACE, 2147483647};
#define PROC_LONG {NSPACE, 2147483647}
#define PROC_ALL {U, PMIX_RANK_WILDCARD}
#define COORD {PMIX_COORD_LOGICAL_VIEW, (uint32_t[]){0, 4294967295u, 2147483648u}, 3}
#define COORD_NONE {PMIX_COORD_PHYSICAL_VIEW, NULL, 0}
#define BO {(char[]){0, -1, 0}, 3}
#define BO_NONE {NULL, 0}

static char payload[] = {0, -1, 0};
static pmix_cpuset_t cpuset[2];
static pmix_info_t infos[2];
static pmix_value_t mixed[3];
static pmix_app_t apps[2];
static pmix_query_t queries[1];
static pmix_pdata_t published[1];

static const entry entries[] = {
    SCALAR("bool", PMIX_BOOL, bool, true),
    ARRAY("bool.array", PMIX_BOOL, bool, true, false),
    UNSIGNED("byte", PMIX_BYTE, uint8_t, 255),
    UNSIGNED("size", PMIX_SIZE, size_t, SIZE_MAX),
    SIGNED("pid", PMIX_PID, pid_t, INT32_MIN, INT32_MAX),
    SIGNED("int", PMIX_INT, int, INT32_MIN, INT32_MAX),
    SIGNED("int8", PMIX_INT8, int8_t, INT8_MIN, INT8_MAX),
    SIGNED("int16", PMIX_INT16, int16_t, INT16_MIN, INT16_MAX),
    SIGNED("int32", PMIX_INT32, int32_t, INT32_MIN, INT32_MAX),
    SIGNED("int64", PMIX_INT64, int64_t, INT64_MIN, INT64_MAX),
    UNSIGNED("uint", PMIX_UINT, unsigned, UINT32_MAX),
    UNSIGNED("uint8", PMIX_UINT8, uint8_t, UINT8_MAX),
    UNSIGNED("uint16", PMIX_UINT16, uint16_t, UINT16_MAX),
    UNSIGNED("uint32", PMIX_UINT32, uint32_t, UINT32_MAX),
    UNSIGNED("uint64", PMIX_UINT64, uint64_t, UINT64_MAX),
    SCALAR("float", PMIX_FLOAT, float, -0.5f),
    ARRAY("float.array", PMIX_FLOAT, float, 0, 1048576.25f),
    SCALAR("double", PMIX_DOUBLE, double, -0.5),
    ARRAY("double.array", PMIX_DOUBLE, double, 0, 1099511627776.25),
    STRUCT("timeval", PMIX_TIMEVAL, struct timeval, {-1, 999999}, {0, 0}, {INT64_MAX, 1}),
    SCALAR("time", PMIX_TIME, time_t, -1),
    ARRAY("time.array", PMIX_TIME, time_t, 0, 4102444800),
    SIGNED("status", PMIX_STATUS, pmix_status_t, INT32_MIN, INT32_MAX),
    UNSIGNED("persist", PMIX_PERSIST, pmix_persistence_t, 255),
    UNSIGNED("scope", PMIX_SCOPE, pmix_scope_t, 255),
    UNSIGNED("range", PMIX_DATA_RANGE, pmix_data_range_t, 255),
    UNSIGNED("proc_state", PMIX_PROC_STATE, pmix_proc_state_t, 255),
    UNSIGNED("rank", PMIX_PROC_RANK, pmix_rank_t, UINT32_MAX),
    UNSIGNED("alloc_directive", PMIX_ALLOC_DIRECTIVE, pmix_alloc_directive_t, 255),
    UNSIGNED("alloc_inherit", PMIX_ALLOC_INHERIT, pmix_alloc_inheritance_t, 255),
    UNSIGNED("resblock_directive", PMIX_RESBLOCK_DIRECTIVE, pmix_resource_block_directive_t, 255),
    UNSIGNED("job_state", PMIX_JOB_STATE, pmix_job_state_t, 255),
    UNSIGNED("link_state", PMIX_LINK_STATE, pmix_link_state_t, 255),
    UNSIGNED("devtype", PMIX_DEVTYPE, pmix_device_type_t, UINT64_MAX),
    UNSIGNED("loctype", PMIX_LOCTYPE, pmix_locality_t, UINT16_MAX),
    UNSIGNED("stor_medium", PMIX_STOR_MEDIUM, pmix_storage_medium_t, UINT64_MAX),
    UNSIGNED("stor_access", PMIX_STOR_ACCESS, pmix_storage_accessibility_t, UINT64_MAX),
    UNSIGNED("stor_persist", PMIX_STOR_PERSIST, pmix_storage_persistence_t, UINT64_MAX),
    UNSIGNED("stor_access_type", PMIX_STOR_ACCESS_TYPE, pmix_storage_access_type_t, UINT16_MAX),
    /* libpmix carries no single one of these */
    ARRAY("command.array", PMIX_COMMAND, uint8_t, 0, 255),
    ARRAY("info_directives.array", PMIX_INFO_DIRECTIVES, pmix_info_directives_t, 0, UINT32_MAX),
    ARRAY("iof_channel.array", PMIX_IOF_CHANNEL, pmix_iof_channel_t, 0, UINT16_MAX),
    ARRAY("node_pid.array", PMIX_NODE_PID, pmix_node_pid_t, {U, UINT32_MAX, 2147483647}, {NULL, 0, -1}),
    {"string", PMIX_STRING, U},
    {"string.empty", PMIX_STRING, ""},
    ARRAY("string.array", PMIX_STRING, char *, U, "", "third"),
    STRUCT("bytes", PMIX_BYTE_OBJECT, pmix_byte_object_t, BO, BO_NONE),
    STRUCT("compressed", PMIX_COMPRESSED_BYTE_OBJECT, pmix_byte_object_t, BO, BO_NONE),
    SCALAR("proc", PMIX_PROC, pmix_proc_t, PROC_LONG),
    ARRAY("proc.array", PMIX_PROC, pmix_proc_t, PROC_LONG, PROC_ALL),
    SCALAR("nspace", PMIX_PROC_NSPACE, pmix_nspace_t, NSPACE),
    ARRAY("nspace.array", PMIX_PROC_NSPACE, pmix_nspace_t, NSPACE, U),
    STRUCT("proc_info", PMIX_PROC_INFO, pmix_proc_info_t,
           {PROC_LONG, U, "/" U, 2147483647, 0, PMIX_PROC_STATE_RUNNING}, {PROC_ALL, NULL, NULL, -1, 0, 255}),
    STRUCT("envar", PMIX_ENVAR, pmix_envar_t, {"PATH", "/" U, ':'}, {U, "", '\0'}),
    STRUCT("coord", PMIX_COORD, pmix_coord_t, COORD, COORD_NONE),
    STRUCT("geometry", PMIX_GEOMETRY, pmix_geometry_t,
           {SIZE_MAX, U, "os", (pmix_coord_t[]){COORD, COORD_NONE}, 2}, {0, NULL, NULL, NULL, 0}),
    STRUCT("device", PMIX_DEVICE, pmix_device_t, {U, "os", UINT64_MAX}, {NULL, NULL, 0}),
    STRUCT("distance", PMIX_DEVICE_DIST, pmix_device_distance_t,
           {U, "os", UINT64_MAX, 0, 65535}, {NULL, NULL, 0, 65535, 32768}),
    STRUCT("endpoint", PMIX_ENDPOINT, pmix_endpoint_t, {U, "os", BO}, {NULL, NULL, BO_NONE}),
    STRUCT("resource_unit", PMIX_RESOURCE_UNIT, pmix_resource_unit_t, {UINT64_MAX, SIZE_MAX}, {0, 0}),
    STRUCT("regex", PMIX_REGEX2, pmix_regex2_t, {"pmix", (uint8_t[]){0, 255, 0}, 3}, {"", NULL, 0}),
    /* the type of a regattr is garbled by libpmix, but for that of none */
    STRUCT("regattr", PMIX_REGATTR, pmix_regattr_t,
           {"PMIX_X", "it." U, PMIX_UNDEF, (char *[]){"", U, NULL}}, {"", "k", PMIX_UNDEF, NULL}),
    ARRAY("buffer.array", PMIX_DATA_BUFFER, pmix_data_buffer_t,
          {payload, payload + 3, payload, 3, 3}, {NULL, NULL, NULL, 0, 0}),
    {"cpuset", PMIX_PROC_CPUSET, cpuset},
    {"cpuset.array", PMIX_DATA_ARRAY, &(pmix_data_array_t){PMIX_PROC_CPUSET, 2, cpuset}},
    {"info.array", PMIX_DATA_ARRAY, &(pmix_data_array_t){PMIX_INFO, 2, infos}},
    {"value.array", PMIX_DATA_ARRAY, &(pmix_data_array_t){PMIX_VALUE, 3, mixed}},
    {"app.array", PMIX_DATA_ARRAY, &(pmix_data_array_t){PMIX_APP, 2, apps}},
    {"query.array", PMIX_DATA_ARRAY, &(pmix_data_array_t){PMIX_QUERY, 1, queries}},
    {"pdata.array", PMIX_DATA_ARRAY, &(pmix_data_array_t){PMIX_PDATA, 1, published}},
    {"empty.array", PMIX_DATA_ARRAY, &(pmix_data_array_t){PMIX_INFO, 0, NULL}},
    ARRAY("array.array", PMIX_DATA_ARRAY, pmix_data_array_t,
          {PMIX_UINT16, 2, (uint16_t[]){0, 65535}}, {PMIX_STRING, 1, (char *[]){U}}, {PMIX_PROC, 0, NULL}),
    /* what ValueType.DOUBLE_BITS and DOUBLES are in C */
    {"pi.bits", PMIX_UINT64, (double[]){3.141592653589793}},
    {"doubles", PMIX_BYTE_OBJECT, &(pmix_byte_object_t){(char *) (double[]){3.141592653589793, 1e-9, -1e308}, 24}},
};
#define NENTRIES (sizeof(entries) / sizeof(entries[0]))

/* Whether the union holds a pointer to it. */
static bool is_pointer(pmix_data_type_t type) {
    switch (type) {
    case PMIX_STRING: case PMIX_PROC: case PMIX_PROC_NSPACE: case PMIX_PROC_INFO: case PMIX_DATA_ARRAY:
    case PMIX_COORD: case PMIX_PROC_CPUSET: case PMIX_GEOMETRY: case PMIX_DEVICE: case PMIX_DEVICE_DIST:
    case PMIX_ENDPOINT: case PMIX_REGATTR: case PMIX_RESOURCE_UNIT: case PMIX_REGEX2:
        return true;
    default:
        return false;
    }
}

static size_t size_of(pmix_data_type_t type) {
    switch (type) {
    case PMIX_BOOL: case PMIX_BYTE: case PMIX_INT8: case PMIX_UINT8: case PMIX_PERSIST: case PMIX_SCOPE:
    case PMIX_DATA_RANGE: case PMIX_PROC_STATE: case PMIX_ALLOC_DIRECTIVE: case PMIX_ALLOC_INHERIT:
    case PMIX_RESBLOCK_DIRECTIVE: case PMIX_JOB_STATE: case PMIX_LINK_STATE: case PMIX_COMMAND:
        return 1;
    case PMIX_INT16: case PMIX_UINT16: case PMIX_LOCTYPE: case PMIX_STOR_ACCESS_TYPE: case PMIX_IOF_CHANNEL:
        return 2;
    case PMIX_PID: case PMIX_INT: case PMIX_INT32: case PMIX_UINT: case PMIX_UINT32: case PMIX_FLOAT:
    case PMIX_STATUS: case PMIX_PROC_RANK: case PMIX_INFO_DIRECTIVES:
        return 4;
    case PMIX_SIZE: case PMIX_INT64: case PMIX_UINT64: case PMIX_DOUBLE: case PMIX_TIME: case PMIX_DEVTYPE:
    case PMIX_STOR_MEDIUM: case PMIX_STOR_ACCESS: case PMIX_STOR_PERSIST:
        return 8;
    case PMIX_TIMEVAL: return sizeof(struct timeval);
    case PMIX_STRING: return sizeof(char *);
    case PMIX_BYTE_OBJECT: case PMIX_COMPRESSED_BYTE_OBJECT: return sizeof(pmix_byte_object_t);
    case PMIX_PROC: return sizeof(pmix_proc_t);
    case PMIX_PROC_NSPACE: return sizeof(pmix_nspace_t);
    case PMIX_PROC_INFO: return sizeof(pmix_proc_info_t);
    case PMIX_DATA_ARRAY: return sizeof(pmix_data_array_t);
    case PMIX_ENVAR: return sizeof(pmix_envar_t);
    case PMIX_COORD: return sizeof(pmix_coord_t);
    case PMIX_PROC_CPUSET: return sizeof(pmix_cpuset_t);
    case PMIX_GEOMETRY: return sizeof(pmix_geometry_t);
    case PMIX_DEVICE: return sizeof(pmix_device_t);
    case PMIX_DEVICE_DIST: return sizeof(pmix_device_distance_t);
    case PMIX_ENDPOINT: return sizeof(pmix_endpoint_t);
    case PMIX_REGATTR: return sizeof(pmix_regattr_t);
    case PMIX_RESOURCE_UNIT: return sizeof(pmix_resource_unit_t);
    case PMIX_REGEX2: return sizeof(pmix_regex2_t);
    case PMIX_NODE_PID: return sizeof(pmix_node_pid_t);
    case PMIX_DATA_BUFFER: return sizeof(pmix_data_buffer_t);
    case PMIX_INFO: return sizeof(pmix_info_t);
    case PMIX_VALUE: return sizeof(pmix_value_t);
    case PMIX_APP: return sizeof(pmix_app_t);
    case PMIX_QUERY: return sizeof(pmix_query_t);
    case PMIX_PDATA: return sizeof(pmix_pdata_t);
    default: FAIL("no size for type %d", type);
    }
}

static void set(pmix_value_t *value, pmix_data_type_t type, const void *data) {
    memset(value, 0, sizeof(*value));
    value->type = type;
    if (is_pointer(type)) {
        value->data.ptr = (void *) data;
    } else {
        memcpy(&value->data, data, size_of(type));
    }
}

static void make(void) {
    static char *argv[] = {"a", "", U, NULL}, *env[] = {"A=", "B==b", NULL}, *keys[] = {"k", "it." U, NULL};
    static uint64_t big = UINT64_MAX;
    static pmix_data_array_t inner = {PMIX_INFO, 2, infos};
    if (PMIX_SUCCESS != PMIx_Parse_cpuset_string("hwloc:0-3,8", &cpuset[0])
        || PMIX_SUCCESS != PMIx_Parse_cpuset_string("hwloc:", &cpuset[1])) {
        FAIL("no cpuset");
    }
    strcpy(infos[0].key, "it.big");
    infos[0].flags = PMIX_INFO_REQD;
    set(&infos[0].value, PMIX_UINT64, &big);
    strcpy(infos[1].key, "it.string");
    set(&infos[1].value, PMIX_STRING, U);
    set(&mixed[0], PMIX_STRING, U);
    set(&mixed[1], PMIX_PROC, &proc_long);
    set(&mixed[2], PMIX_DATA_ARRAY, &inner);
    apps[0] = (pmix_app_t){"/bin/" U, argv, env, "/", 2147483647, infos, 2};
    apps[1] = (pmix_app_t){"b", NULL, NULL, NULL, 0, NULL, 0};
    queries[0] = (pmix_query_t){keys, infos, 2};
    published[0].proc = proc_long;
    strcpy(published[0].key, "it." U);
    set(&published[0].value, PMIX_UINT64, &big);
}

/* ---- comparing ----------------------------------------------------------- */

typedef char *text;

static bool same(pmix_data_type_t type, const void *a, const void *b);

static bool same_text(const char *a, const char *b) {
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static bool same_texts(char **a, char **b) {
    for (; a != NULL && b != NULL && *a != NULL && *b != NULL; a++, b++) {
        if (strcmp(*a, *b) != 0) {
            return false;
        }
    }
    return (a == NULL || *a == NULL) && (b == NULL || *b == NULL);
}

static bool same_bytes(const void *a, size_t na, const void *b, size_t nb) {
    return na == nb && (na == 0 || memcmp(a, b, na) == 0);
}

static bool same_array(pmix_data_type_t type, const void *a, size_t na, const void *b, size_t nb) {
    size_t size = size_of(type);
    for (size_t n = 0; na == nb && n < na; n++) {
        if (!same(type, (const char *) a + n * size, (const char *) b + n * size)) {
            return false;
        }
    }
    return na == nb;
}

static bool same_value(const pmix_value_t *a, const pmix_value_t *b) {
    if (a->type != b->type) {
        return false;
    }
    /* an array holds a char *, the union holds it too */
    if (is_pointer(a->type) && a->type != PMIX_STRING) {
        return a->data.ptr != NULL && b->data.ptr != NULL && same(a->type, a->data.ptr, b->data.ptr);
    }
    return same(a->type, &a->data, &b->data);
}

static bool same(pmix_data_type_t type, const void *va, const void *vb) {
#define AB(CTYPE) const CTYPE *a = va, *b = vb
    switch (type) {
    case PMIX_STRING: { AB(text); return *a != NULL && same_text(*a, *b); }
    case PMIX_TIMEVAL: { AB(struct timeval); return a->tv_sec == b->tv_sec && a->tv_usec == b->tv_usec; }
    case PMIX_FLOAT: { AB(float); return *a == *b; }
    case PMIX_DOUBLE: { AB(double); return *a == *b; }
    case PMIX_BYTE_OBJECT: case PMIX_COMPRESSED_BYTE_OBJECT: {
        AB(pmix_byte_object_t); return same_bytes(a->bytes, a->size, b->bytes, b->size); }
    case PMIX_PROC: { AB(pmix_proc_t); return same_text(a->nspace, b->nspace) && a->rank == b->rank; }
    case PMIX_PROC_NSPACE: return same_text(va, vb);
    case PMIX_PROC_INFO: {
        AB(pmix_proc_info_t);
        return same(PMIX_PROC, &a->proc, &b->proc) && same_text(a->hostname, b->hostname)
            && same_text(a->executable_name, b->executable_name) && a->pid == b->pid
            && a->exit_code == b->exit_code && a->state == b->state; }
    case PMIX_DATA_ARRAY: {
        AB(pmix_data_array_t);
        return a->type == b->type && same_array(a->type, a->array, a->size, b->array, b->size); }
    case PMIX_ENVAR: {
        AB(pmix_envar_t);
        return same_text(a->envar, b->envar) && same_text(a->value, b->value) && a->separator == b->separator; }
    case PMIX_COORD: {
        AB(pmix_coord_t);
        return a->view == b->view && same_array(PMIX_UINT32, a->coord, a->dims, b->coord, b->dims); }
    case PMIX_GEOMETRY: {
        AB(pmix_geometry_t);
        return a->fabric == b->fabric && same_text(a->uuid, b->uuid) && same_text(a->osname, b->osname)
            && same_array(PMIX_COORD, a->coordinates, a->ncoords, b->coordinates, b->ncoords); }
    case PMIX_DEVICE: {
        AB(pmix_device_t);
        return same_text(a->uuid, b->uuid) && same_text(a->osname, b->osname) && a->type == b->type; }
    case PMIX_DEVICE_DIST: {
        AB(pmix_device_distance_t);
        return same_text(a->uuid, b->uuid) && same_text(a->osname, b->osname) && a->type == b->type
            && a->mindist == b->mindist && a->maxdist == b->maxdist; }
    case PMIX_ENDPOINT: {
        AB(pmix_endpoint_t);
        return same_text(a->uuid, b->uuid) && same_text(a->osname, b->osname)
            && same(PMIX_BYTE_OBJECT, &a->endpt, &b->endpt); }
    case PMIX_RESOURCE_UNIT: { AB(pmix_resource_unit_t); return a->type == b->type && a->count == b->count; }
    case PMIX_NODE_PID: {
        AB(pmix_node_pid_t);
        return same_text(a->hostname, b->hostname) && a->nodeid == b->nodeid && a->pid == b->pid; }
    case PMIX_REGEX2: {
        AB(pmix_regex2_t); return same_text(a->type, b->type) && same_bytes(a->bytes, a->len, b->bytes, b->len); }
    case PMIX_REGATTR: {
        AB(pmix_regattr_t);
        return same_text(a->name, b->name) && same_text(a->string, b->string) && a->type == b->type
            && same_texts(a->description, b->description); }
    case PMIX_DATA_BUFFER: {
        AB(pmix_data_buffer_t); return same_bytes(a->base_ptr, a->bytes_used, b->base_ptr, b->bytes_used); }
    case PMIX_PROC_CPUSET: {
        AB(pmix_cpuset_t);
        char *ta = NULL, *tb = NULL;
        return PMIX_SUCCESS == PMIx_server_generate_cpuset_string(a, &ta)
            && PMIX_SUCCESS == PMIx_server_generate_cpuset_string(b, &tb) && same_text(ta, tb); }
    case PMIX_INFO: {
        AB(pmix_info_t);
        return same_text(a->key, b->key) && a->flags == b->flags && same_value(&a->value, &b->value); }
    case PMIX_VALUE: return same_value(va, vb);
    case PMIX_APP: {
        AB(pmix_app_t);
        return same_text(a->cmd, b->cmd) && same_texts(a->argv, b->argv) && same_texts(a->env, b->env)
            && same_text(a->cwd, b->cwd) && a->maxprocs == b->maxprocs
            && same_array(PMIX_INFO, a->info, a->ninfo, b->info, b->ninfo); }
    case PMIX_QUERY: {
        AB(pmix_query_t);
        return same_texts(a->keys, b->keys)
            && same_array(PMIX_INFO, a->qualifiers, a->nqual, b->qualifiers, b->nqual); }
    case PMIX_PDATA: {
        AB(pmix_pdata_t);
        return same(PMIX_PROC, &a->proc, &b->proc) && same_text(a->key, b->key)
            && same_value(&a->value, &b->value); }
    default: return memcmp(va, vb, size_of(type)) == 0;
    }
}

/* ---- the rank ------------------------------------------------------------ */

static void check(const char *what, pmix_status_t rc) {
    if (rc != PMIX_SUCCESS) {
        FAIL("%s: %s", what, PMIx_Error_string(rc));
    }
}

static void fence(void) {
    pmix_info_t collect;
    bool yes = true;
    PMIX_INFO_CONSTRUCT(&collect);
    PMIX_INFO_LOAD(&collect, PMIX_COLLECT_DATA, &yes, PMIX_BOOL);
    check("fence", PMIx_Fence(NULL, 0, &collect, 1));
}

#ifndef VALUES_ALONE /* else its table is another program's */
int main(void) {
    pmix_proc_t me, java;
    char key[PMIX_MAX_KEYLEN];
    int wrong = 0;
    check("init", PMIx_Init(&me, NULL, 0));
    make();
    for (size_t n = 0; n < NENTRIES; n++) {
        pmix_value_t value;
        set(&value, entries[n].type, entries[n].data);
        snprintf(key, sizeof(key), "c.%s", entries[n].name);
        check(key, PMIx_Put(PMIX_GLOBAL, key, &value));
    }
    check("commit", PMIx_Commit());
    fence();
    java = me;
    java.rank = 0;
    for (size_t n = 0; n < NENTRIES; n++) {
        pmix_value_t mine, *got = NULL;
        snprintf(key, sizeof(key), "java.%s", entries[n].name);
        pmix_status_t rc = PMIx_Get(&java, key, NULL, 0, &got);
        if (rc != PMIX_SUCCESS) {
            fprintf(stderr, "values: %s: %s\n", key, PMIx_Error_string(rc));
            wrong++;
            continue;
        }
        set(&mine, entries[n].type, entries[n].data);
        if (!same_value(&mine, got)) {
            char *text = PMIx_Value_string(got);
            fprintf(stderr, "values: %s is %s\n", key, text);
            free(text);
            wrong++;
        }
        PMIX_VALUE_RELEASE(got);
    }
    fence();
    check("finalize", PMIx_Finalize(NULL, 0));
    if (wrong == 0) {
        printf("values: %zu values are the same\n", NENTRIES);
    }
    return wrong != 0;
}
#endif
