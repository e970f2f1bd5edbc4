// SPDX-License-Identifier: Apache-2.0
package org.pmixj.checks;

import java.util.Map;
import java.util.Set;

/**
 * Says where in libpmix or PRRTE each defect is, and what to change there, for {@code DEFECTS.md}. No program loads these
 * texts. A cause was read in the source; one that no run tells from another says "by reading". Files are below
 * {@code src} of the repository.
 */
public final class DefectCauses {
    private static final Map<String, String> CAUSES = Map.ofEntries(
            cause("fences-alike", """
                    OpenPMIx, `server/pmix_server_fence.c`: `pmix_server_get_tracker` compares the participants and the
                    command alone, `pmix_server_fence` adds a caller that is there already once more, and
                    `pmix_server_trk_complete` counts calls instead of processes. A call of a process that the tracker
                    already has should open another tracker.
                    """),
            cause("finalized-fence-counts", """
                    OpenPMIx, `server/pmix_server_fence.c`: `pmix_server_trk_peer_lost` returns at once for a peer that
                    has finalized, and nothing that `pmix_server_switchyard.c` does at a finalize takes the calls of
                    that peer out of the trackers. Remove them there from each tracker that the host has not been given
                    yet.
                    """),
            cause("failed-fence-succeeds", """
                    OpenPMIx 5.0.7, `server/pmix_server.c`: the loop over the callers in `_mdxcbfunc` stores what
                    `PMIX_GDS_MARK_MODEX_COMPLETE` returns in the variable that holds the status for the next caller; it
                    needs one of its own. Mended on the main branch on 2026-08-11 (75d11d40e); 5.0.11 and 6.1.0 still
                    have it.
                    """),
            cause("collected-values-missing", """
                    PRRTE 3.0.8, `mca/grpcomm/direct/grpcomm_direct.c`: `allgather_recv` packs an object of control
                    before the values, `barrier_release` hands both to libpmix, and `pmix_gds_base_store_modex` there
                    takes that empty first object for the end. Take it off in `pmix_server_release`
                    (`prted/pmix/pmix_server_fence.c`; tried: no value is missing). PRRTE 3.0.1 to 3.0.14 have it; 4.0.0
                    was written anew.
                    """),
            cause("doubles-are-text", """
                    OpenPMIx, `mca/bfrops/base/bfrop_base_pack.c`: `pmix_bfrops_base_pack_float` and
                    `pmix_bfrops_base_pack_double` print the number with `%f`, which has six digits after the point.
                    Print it with `%.9g` and `%.17g`, or `%a`; receivers read any of them.
                    """),
            cause("shared-value-pointers", """
                    OpenPMIx, `mca/bfrops/base/bfrop_base_tma.h`: `pmix_bfrops_base_tma_copy_darray` copies VALUE
                    elements, and the cases of a cpuset copy the bitmap, without the allocator that they were given, so
                    that `gds/shmem3` shares addresses of the server's own heap. Use `pmix_bfrops_base_tma_value_xfer`
                    for the one, and allocate the bitmap in the segment, or share it as text, for the other.
                    """),
            cause("large-message-disconnects", """
                    OpenPMIx, `mca/ptl/base/ptl_base_sendrecv.c`: the receiver closes the connection if a message is
                    larger than `ptl_base_max_msg_size`, but the sender (`pmix_ptl_base_send`,
                    `pmix_ptl_base_send_recv`) does not compare. Compare there, and return an error to the caller.
                    """),
            cause("large-fence-disconnects", """
                    PRRTE, `rml/oob/oob_tcp_sendrecv.c`: the receiver drops the peer if a message is larger than
                    `prte_max_msg_size`; `grpcomm/grpcomm_fence.c` (`tree_gather_answer`) and `grpcomm/grpcomm_group.c`
                    (`check_complete`) send the values of all in one message without comparing. Send them in parts, or
                    fail the operation before sending.
                    """),
            cause("gets-share-request", """
                    OpenPMIx, `client/pmix_client_get.c`: `get_data` appends a get to a pending request of the same
                    process whatever its key is, and `_getnb_cbfunc` answers all of them with the status of that
                    request. Compare the keys as well, or ask again for each other key.
                    """),
            cause("get-of-unknown-namespace-hangs", """
                    PRRTE, `prted/pmix/pmix_server_fence.c`: `dmodex_req` keeps a request for a job that it does not
                    know until that job comes, without a timer, and does not read PMIX_TIMEOUT. It should set a timer;
                    the master, which knows all jobs, could answer PMIX_ERR_NOT_FOUND at once.
                    """),
            cause("get-leaks-value", """
                    OpenPMIx, `client/pmix_client_get.c`: `gcbfn` releases the request after the callback, but neither
                    it nor the destructor of the request (`cbdes` in `include/pmix_globals.c`) frees the value. Free it
                    in `gcbfn`.
                    """),
            cause("values-not-copied", """
                    OpenPMIx, `mca/bfrops/base/bfrop_base_tma.h`: the switch in `pmix_bfrops_base_tma_value_xfer` has no
                    case for these five types. Add them.
                    """),
            cause("replay-reversed", """
                    OpenPMIx, `class/pmix_hotel.h`: `pmix_hotel_checkin` gives out the highest free room first, while
                    `check_cached_events` (`event/pmix_event_registration.c`) and `_check_cached_events`
                    (`server/pmix_server_events.c`) read from room 0 upwards. Number the events as they come, and
                    deliver them in that order.
                    """),
            cause("replay-repeated", """
                    OpenPMIx, `event/pmix_event_notification.c`: `pmix_notify_server_of_event` keeps an event of
                    PMIX_RANGE_PROC_LOCAL before any handler has seen it, and `check_cached_events`
                    (`pmix_event_registration.c`) then runs the chain of all handlers. Keep it only if no handler took
                    it, as `pmix_event_notify_complete` does, and run the new handler alone.
                    """),
            cause("unknown-place-accepted", """
                    OpenPMIx, `event/pmix_event_registration.c`: `pmix_internal_reg_event_hdlr` puts a handler into an
                    empty list before it looks for the one that it is to be placed by. Look for that name first.
                    """),
            cause("new-events-dropped", """
                    OpenPMIx, `event/pmix_event_notification.c`: `pmix_notify_event_cache` looks for the oldest event by
                    a time in whole seconds, and of those of one second it drops the one in room 0, which came last.
                    Compare a number that counts the events.
                    """),
            cause("namespace-range-leaks", """
                    OpenPMIx, `event/pmix_event_notification.c`: `_notify_client_event` looks at the range only if the
                    event names its receivers. It should compare the namespace of the source with that of the client, as
                    `_check_cached_events` (`server/pmix_server_events.c`) does for events that are kept.
                    """),
            cause("event-for-nobody-accepted", """
                    OpenPMIx, `event/pmix_event_notification.c`: neither `pmix_notify_server_of_event` nor, in the
                    server, `_notify_client_event` compares the named receivers with the processes of the namespaces
                    that it knows (by reading). Return PMIX_ERR_NOT_FOUND if the namespace is known and the process is
                    not in it.
                    """),
            cause("abort-message-lost", """
                    PRRTE, `prted/pmix/pmix_server_gen.c`: `_client_abort` receives the message, and never reads it.
                    Print it, or pass it on to the master with the state of the process.
                    """),
            cause("server-awaits-acknowledgement", """
                    OpenPMIx sets TCP_NODELAY nowhere. Set it on the accepted socket in `connection_event_handler`
                    (`mca/ptl/base/ptl_base_listener.c`; tried: no message waits), and on that of a client when it
                    connects.
                    """),
            cause("dead-member-awaited", """
                    PRRTE, `grpcomm/grpcomm_fence.c`: `create_dmns` and `set_nexpected` count the daemon of each
                    participant, although all participants there may have ended; `prte_grpcomm_proc_departed`
                    (`grpcomm/grpcomm.c`) knows only those whose daemon has failed (by reading). Leave ended processes
                    out of the count, and test the fences under way again at each end.
                    """),
            cause("dead-member-counted", """
                    PRRTE's `prte_state_base_track_procs` (`mca/state/base/state_base_fns.c`) deregisters a process that
                    has ended, OpenPMIx's `remove_client` (`server/pmix_server_registration.c`) takes it off the list of
                    ranks, and `check_definition_complete` (`server/pmix_server_group.c`) counts only who is on that
                    list. It should look into the list of those who left the namespace, and treat them as departed.
                    """),
            cause("fault-tolerance-fails", """
                    OpenPMIx, `server/pmix_server_group.c`: `account_departed` gives a construct the status
                    PMIX_ERR_LOST_CONNECTION even if it is to survive the loss, and PRRTE's `check_complete`
                    (`grpcomm/grpcomm_group.c`) passes that on (by reading). With PMIX_GROUP_FT_COLLECTIVE leave the
                    status, and take the departed off the membership.
                    """),
            cause("orderly-end-unreported", """
                    PRRTE, `mca/errmgr/dvm/errmgr_dvm.c`: `check_send_notification` is called by `proc_errors` alone;
                    for a normal end `prte_state_base_track_procs` (`mca/state/base/state_base_fns.c`) only counts. Send
                    PMIX_EVENT_PROC_TERMINATED there to those who registered for it.
                    """),
            cause("failure-unreported", """
                    PRRTE, `mca/errmgr/dvm/errmgr_dvm.c`: `check_send_notification` returns unless the job has
                    PRTE_JOB_NOTIFY_ERRORS, and `prte_pmix_server_register_nspace`
                    (`prted/pmix/pmix_server_register_fns.c`) gives clients no key for it. Register one, or notify
                    whenever the job goes on after a failure.
                    """),
            cause("group-ids-collide", """
                    PRRTE, `grpcomm/grpcomm_group.c`: `get_tracker` compares the id and the operation alone, and
                    OpenPMIx's `get_tracker` (`server/pmix_server_group.c`) the id alone. Compare the members too, or
                    refuse the second construct.
                    """),
            cause("group-operations-alike", """
                    OpenPMIx, `server/pmix_server_group.c`: `get_tracker` compares the id alone, and `pmix_server_group`
                    then gives the tracker the operation of the latest caller. Compare the operation too.
                    """),
            cause("local-groups-collide", """
                    OpenPMIx reads PMIX_GROUP_LOCAL_ONLY nowhere; it is only in the list of attributes
                    (`common/pmix_attributes.c`), and `pmix_server_group` (`server/pmix_server_group.c`) asks the host
                    for each construct. Complete such a construct in the server itself.
                    """),
            cause("added-members-not-awaited", """
                    PRRTE, `grpcomm/grpcomm_group.c`: `check_complete` waits for added members only in a bootstrap, and
                    `create_dmns` does not count their daemons. Wait for them in any construct that adds members.
                    """),
            cause("unadded-caller-counted", """
                    PRRTE, `grpcomm/grpcomm_group.c`: a call without members makes the tracker of any construct of that
                    id, found by `get_tracker`, a bootstrap, which then waits for leaders that nobody has announced.
                    Keep such a call apart until a leader adds its process.
                    """),
            cause("namespace-as-group-id", """
                    OpenPMIx, `client/pmix_client_group.c`: `PMIx_Group_construct_nb` takes any id, also the name of a
                    namespace, and `pmix_client_convert_group_procs` (`client/pmix_client_convert.c`) then replaces that
                    namespace by the group in other calls. Refuse an id that is a known namespace.
                    """),
            cause("timeout-reported-as-abort", """
                    OpenPMIx, `server/pmix_server_group.c`: `group_timeout` cancels the construct by `abort_construct`,
                    which gives the host no reason; PRRTE's `prte_grpcomm_grp_recv` (`grpcomm/grpcomm_group.c`) then
                    ends it with PMIX_GROUP_CONSTRUCT_ABORT for all. Send the status along.
                    """),
            cause("leaver-taken-for-lost", """
                    OpenPMIx, `server/pmix_server_group.c`: `account_departed` treats a member that has left as one that
                    is lost, and only the server of its own node learns that it left (`server/pmix_server_events.c`);
                    PRRTE's `create_dmns` goes on to count its daemon (by reading). Keep the status if the member left,
                    and tell the host.
                    """),
            cause("late-departure-mistaken", """
                    OpenPMIx, `event/pmix_event_notification.c`: `pmix_invoke_local_event_hdlr` finds the group of a
                    PMIX_GROUP_LEFT by the id alone. Put a number of the construct, such as a context id, into the
                    membership and into that event, and compare it.
                    """),
            cause("failed-construct-continues", """
                    PRRTE, `grpcomm/grpcomm_group.c`: `prte_grpcomm_grp_recv` drops a cancel for which
                    `find_construct_op` finds nothing yet, and `prte_grpcomm_grp_release` ends the trackers of the
                    daemons but not what a server of libpmix still collects (by reading). Remember cancelled constructs,
                    and let each server end its callers.
                    """),
            cause("published-values-dropped", """
                    PRRTE, `runtime/data_server/ds_publish.c`, by design since prrte#2740: above
                    `prte_data_server_max_size` (16 MiB for each user; 0 is no limit) it drops what was used least
                    lately, and the publisher hears nothing. Refuse the new value with PMIX_ERR_OUT_OF_RESOURCE instead
                    (read in the documentation of 5.0.0rc1; the source is older).
                    """),
            cause("waiting-lookup-answered-again", """
                    PRRTE 3.0.8, `runtime/prte_data_server.c`: on a publish the loop over `pending` answers a request as
                    soon as one of its keys is there, and leaves it in the list with its room number, which the daemon
                    uses for its next request by then. Answer when all keys are there, and take the request off.
                    """),
            cause("lookup-answer-lost", """
                    OpenPMIx 5.0.7, `server/pmix_server.c`: `lookup_cbfunc` runs on the thread of the host, where
                    `PMIX_SERVER_QUEUE_REPLY` (`mca/ptl/ptl_types.h`) writes `send_msg`, `send_queue` and
                    `send_ev_active` of the peer. `pmix_ptl_base_send_handler` writes them too, on the progress thread:
                    it overwrites a message that was put there meanwhile, or removes its event. By reading,
                    `query_cbfunc` and the answers to control, allocation, monitoring and credentials do the same. Move
                    them to the progress thread; the main branch has `_lkupcbfunc`.
                    """),
            cause("publish-timeout-stored", """
                    PRRTE 3.0.8, `runtime/prte_data_server.c`: a publish keeps each attribute but range, persistence and
                    user in the list of values, and an unpublish frees the record only when none is left. Leave the
                    timeout out of the list.
                    """),
            cause("control-of-nobody-is-of-all", """
                    PRRTE, `prted/pmix/pmix_server_job_ctrl.c`: `process_job_ctrl` skips targets that it does not know,
                    and `prted/prted_comm.c` takes the empty list that remains for all processes. Return
                    PMIX_ERR_NOT_FOUND if none remains.
                    """),
            cause("signal-reaches-all", """
                    PRRTE, `prted/pmix/pmix_server_job_ctrl.c`: for a signal, `process_job_ctrl` packs only the
                    namespace of the first target. Pack the targets, as for a kill, and let `prted/prted_comm.c` signal
                    those.
                    """),
            cause("connect-corrupts-host", """
                    PRRTE 3.0.8, `prted/pmix/pmix_server_dyn.c`, by reading: without a context id `connect_release`
                    creates an array of one info, passes two to `PMIx_server_register_nspace`, and destructs the second
                    one at the end. Destruct only as many as there are, and pass no more.
                    """),
            cause("failed-launch-hangs", """
                    PRRTE, `mca/errmgr/dvm/errmgr_dvm.c`: `proc_errors` marks the output of a process that could not be
                    started as complete only if it is remote, so a local one is never counted as ended, and `job_errors`
                    of 5.0.0rc1 ends the job only when all are counted (traced; that part is read in its machine code,
                    the source still ends the job at once). Mark it for local ones too.
                    """),
            cause("spawned-stdin-stays-open", """
                    PRRTE, `prted/pmix/pmix_server_dyn.c`: `prte_pmix_xfer_job_info` leaves the target of stdin at its
                    default, rank 0 (`runtime/prte_globals.c`), if the spawn names none, so
                    `prte_iof_base_setup_prefork` (`mca/iof/base/iof_base_setup.c`) gives that rank a pipe which nobody
                    writes to or closes. Default to no target for a spawned job.
                    """),
            cause("job-hosts-ignored", """
                    PRRTE, `prted/pmix/pmix_server_dyn.c`: PMIX_HOST is read by `prte_pmix_xfer_app` alone;
                    `prte_pmix_xfer_job_info` stores it as information of the job. Give it to each application that
                    names no hosts.
                    """),
            cause("job-end-lost", """
                    PRRTE, `mca/odls/base/odls_base_default_fns.c`: `prte_odls_base_default_launch_local` passes a
                    process to another thread without retaining it; if it ends, and its job is freed, before
                    `prte_odls_base_spawn_proc` and `do_parent` (`mca/odls/pdefault/odls_pdefault_module.c`) mark it as
                    running, that marks a process of the next job in the same memory, which is then never started
                    (traced with 5.0.0rc1). Retain the process, its job and its application.
                    """),
            cause("leader-rank-of-application", """
                    PRRTE, `prted/pmix/pmix_server_register_fns.c` sends the first rank of an application, which nothing
                    sets to other than 0 but for singletons (`runtime/prte_globals.c`, `prted/prte.c`). Set it in
                    `compute_app_rank` (`mca/rmaps/base/rmaps_base_ranking.c`).
                    """),
            cause("failure-unreported-to-other-jobs", """
                    PRRTE, `mca/errmgr/dvm/errmgr_dvm.c`: `check_send_notification` gives the event a custom range of
                    the namespace of the failed process. Send it to all who registered for the code, or also to the job
                    that spawned that one.
                    """),
            cause("failed-growth-blocks-next", """
                    PRRTE, `mca/plm/base/plm_base_launch_support.c`: `grow_rollback` leaves the failed daemon in the
                    list and in the number of daemons, so that the number of reported ones, which `progress_daemons`
                    compares with it, never reaches it again. Take it out of both, or count for each growth.
                    """),
            cause("failed-growth-leaves-daemon", """
                    PRRTE, `mca/plm/base/plm_base_launch_support.c`: `grow_rollback` orders the other daemons to end by
                    a broadcast, which does not reach one that has not reported yet, and `prte_plm_base_daemon_callback`
                    does not refuse it when it reports (by reading). Order it to end there, as is done when termination
                    has been ordered.
                    """),
            cause("silent-daemon-awaited", """
                    PRRTE, `mca/plm/ssh/plm_ssh_module.c`: `ssh_wait_daemon` acts only if ssh ends with an error, and
                    `prte_plm_base_setup_virtual_machine` (`mca/plm/base/plm_base_launch_support.c`) starts no timer for
                    a growth. Start one that calls `prte_plm_base_grow_target_failed`.
                    """),
            cause("growths-collide", """
                    PRRTE, `mca/plm/base/plm_base_launch_support.c`: for a second growth
                    `prte_plm_base_setup_virtual_machine` starts to count the new daemons again, and finds that the node
                    has one; `launch_daemons` (`mca/plm/ssh/plm_ssh_module.c`) then takes all for reported, and
                    `vm_ready` (`mca/state/dvm/state_dvm.c`) ends the DVM for want of the address of the one that has
                    not. Begin no growth while another is under way, as `prte_ras_base_modify` defers a release.
                    """),
            cause("head-node-released", """
                    PRRTE, `mca/ras/base/ras_base_allocate.c`: `ras_base_find_shrink_targets` does not leave out the
                    node of the master's own daemon. Refuse it.
                    """),
            cause("foreign-node-released", """
                    PRRTE, `mca/ras/base/ras_base_allocate.c`: `ras_base_complete_release_request` asks who owns what is
                    released only if it is an allocation id, not if it is a list of nodes. Compare the owner of the
                    session of each node.
                    """),
            cause("released-nodes-listed", """
                    PRRTE, `prted/pmix/pmix_server_queries.c` lists all nodes of the pool, and neither
                    `shrink_campaign_complete` (`mca/ras/base/ras_base_allocate.c`) nor `grow_rollback`
                    (`mca/plm/base/plm_base_launch_support.c`) takes a node out of it. Leave out those without a daemon.
                    """),
            cause("failed-process-ends-new-daemon", """
                    PRRTE. The master reports the loss in `rml/rml_send.c`; the cause was not looked for. The new daemon
                    reports, and ends at once if a job runs of which a process was killed or has ended with an error. If
                    that process has ended well, or the job has ended, it stays. So look at what a new daemon does with the
                    states of processes in the jobs that it is sent.
                    """),
            cause("pset-names-null", """
                    PRRTE, `prted/pmix/pmix_server_queries.c`: the answer to PMIX_QUERY_PSET_NAMES is the joined list of
                    names, which is no string if the list is empty. Answer an empty string, or PMIX_ERR_NOT_FOUND.
                    """),
            cause("deregistered-handler-used", """
                    OpenPMIx, `event/pmix_event_registration.c`: `pmix_deregister_event_hdlr` releases the handler at
                    once, while `cycle_events` (`event/pmix_event_notification.c`) still goes on from it when its event
                    is done. Retain the handler in the chain.
                    """),
            cause("results-are-flat", """
                    OpenPMIx, `event/pmix_event_notification.c`: `cycle_events` appends what a handler returned to one
                    array, with the status of the chain, which is the code of the event. Store the status that it was
                    given, and an array for each handler, as the Standard has it.
                    """),
            cause("model-resources-dropped", """
                    OpenPMIx, `client/pmix_client.c`: `_check_for_notify` copies four keys into the event. Copy all that
                    belong to the model.
                    """),
            cause("answers-credited-to-all", """
                    OpenPMIx, `client/pmix_client_group.c`: `PMIx_Group_join_nb` sends the answer without PMIX_GROUP_ID,
                    and `invite_observer` counts it for each invitation with that member. Send the id, and compare it.
                    """),
            cause("leader-ignored", """
                    OpenPMIx, PMIX_GROUP_LEADER is only in the list of attributes (`common/pmix_attributes.c`);
                    `server/pmix_server_group.c` does not read it, nor does `prte_grpcomm_group_parse_directives` of
                    PRRTE (`grpcomm/grpcomm_group.c`). Take it off the list, or read it.
                    """),
            cause("final-order-ignored", """
                    PRRTE, `grpcomm/grpcomm_group.c`, by design since prrte#2808 and openpmix#4271: the attribute is
                    deprecated, and `check_complete` keeps the order of the first caller (read there; the source is
                    older, and still applies it). PMIx.h could say so.
                    """),
            cause("destruct-of-dead-succeeds", """
                    OpenPMIx, `server/pmix_server_fence.c`: `pmix_server_set_collective_status` changes one of the
                    statuses that `aggregate_info` (`server/pmix_server_group.c`) gathers from the callers, and PRRTE's
                    `prte_grpcomm_group_parse_directives` takes the last. If PRRTE deregisters the process first,
                    `remove_client` does not call `pmix_server_grp_peer_lost`, and the destruct times out (by reading).
                    Gather one status, and call that function.
                    """),
            cause("exit-code-unsent", """
                    OpenPMIx, `mca/bfrops/base/bfrop_base_pack.c`: `pmix_bfrops_base_pack_pinfo` leaves out the exit
                    code, as does its counterpart that unpacks. Pack it, in a new version of the format.
                    """),
            cause("reused-id-ignored", """
                    PRRTE, `grpcomm/grpcomm_group.c`, not found in the source, which is older than prrte#2806: since
                    that change each daemon numbers the uses of an id by the releases that it has seen, and the
                    controller drops a contribution with an older number (read there, and in the messages of 5.0.0rc1).
                    Answer it with the current number, so that the daemon sends again.
                    """),
            cause("round-of-id-forgotten", """
                    PRRTE, `grpcomm/grpcomm_group.c`, not found in the source, which is older than prrte#2806: a daemon
                    keeps the numbers of that change for as many uses as `group_op_remember` does
                    (PRTE_GRPCOMM_GROUP_MEMO_MAX, 64), and then begins anew. Let the controller keep the number, or
                    answer as for reused-id-ignored.
                    """),
            cause("round-of-fence-forgotten", """
                    PRRTE, `grpcomm/grpcomm_fence.c`, not found in the source, which is older than prrte#2746: since
                    that change each daemon counts the fences of the same participants (read there, and in the
                    documentation of 5.0.0rc1), and forgets a count after 64 others. Let a daemon that is behind take
                    the number that it receives.
                    """),
            cause("first-timeout-ends-fence", """
                    PRRTE, `grpcomm/grpcomm_fence.c`: `prte_grpcomm_fence_recv` keeps the longest timeout that it has
                    received, and arms the timer once, with the first one (the message of the timer then names the
                    longest). Arm it anew when the timeout grows.
                    """),
            cause("gets-of-others-share-request", """
                    OpenPMIx, `server/pmix_server_get.c`, read in an older source: `create_local_tracker` finds a
                    request of `local_reqs` by namespace and rank alone, and a get that finds one asks the other
                    server nothing. Compare the keys as well.
                    """),
            cause("remote-exit-counted-again", """
                    PRRTE 3.0.8, `mca/errmgr/dvm/errmgr_dvm.c`: `proc_errors` adds to `num_terminated` of the job when the
                    exit is reported, and `prte_state_base_track_procs` (`mca/state/base/state_base_fns.c`) adds again for
                    each of two later reports that the process has ended, because its state, that of the exit, is not the
                    one that it compares. Seen in the messages of the state machine. Count a process once, by a flag.
                    """),
            cause("session-end-fails-fence", """
                    OpenPMIx 5.0.7, `mca/ptl/base/ptl_base_sendrecv.c`: `lost_connection` takes each process whose connection
                    ends out of the fences that have begun, also one that has finalized. Leave such a process in them, as
                    7.0 does since openpmix#4113.
                    """),
            cause("finalized-process-uncounted", """
                    OpenPMIx 5.0.7, `server/pmix_server.c`, by reading: `op_cbfunc2` answers a process that finalizes before
                    it notes that in `finalized`. The process may have closed its connection by then, and `lost_connection`
                    (`mca/ptl/base/ptl_base_sendrecv.c`), on another thread, takes it from `nlocalprocs` of its namespace.
                    It also reports PMIX_ERR_LOST_CONNECTION, which the server keeps for the next session of the process.
                    Note it before the answer.
                    """));

    /** Changes that were tried, in words: the source, the change, and what was measured without and with it. */
    private static final Map<String, String> TRIED =
            Map.ofEntries(cause("server-awaits-acknowledgement", """
                    With OpenPMIx 5.0.5 as it is in Debian's source package openmpi 5.0.7-1, under Debian's PRRTE 3.0.8.
                    The change has four lines, in `mca/ptl/base/ptl_base_listener.c`: two includes for TCP_NODELAY, a
                    variable that is 1, and a call of `setsockopt` in `connection_event_handler`, after the check of
                    what `accept` returned. Without it the program printed 44 to 48 ms in 20 of 20 runs, as with Debian's
                    own libpmix 5.0.7, and with it 0 ms in 20 of 20. The socket of the client does not need it for
                    this. In 5.0 and 6.1 `pmix_ptl_base_setup_socket` (`mca/ptl/base/ptl_base_fns.c`) sets the
                    option, but nothing calls that function, and 7.0 no longer has it.
                    """), cause("collected-values-missing", """
                    With PRRTE 3.0.8 as it is in Debian's source package openmpi 5.0.7-1, with Debian's libpmix 5.0.7. The
                    change has seven lines, in `pmix_server_release` (`prted/pmix/pmix_server_fence.c`), which receives
                    what `barrier_release` hands out, of fences alone: if there is a buffer, it unpacks one byte object
                    from it and drops that, before it unloads the rest for libpmix. Groups and connects read that
                    object in functions of their own, so `barrier_release` itself stays as it is. Without the change
                    the get did not find the value in 10 of 10 runs on three nodes, as with Debian's own package, and
                    with it the value was there in 20 of 20.
                    """));

    private DefectCauses() {}

    private static Map.Entry<String, String> cause(String title, String text) {
        return Map.entry(title, text.strip().replace('\n', ' '));
    }

    /** Returns the titles of the defects whose cause is here. */
    public static Set<String> titles() {
        return CAUSES.keySet();
    }

    /** Returns the cause of the defect of a title. */
    public static String of(String title) {
        return CAUSES.get(title);
    }

    /** Returns how a change was tried, and what it mended; empty if none was. */
    public static String tried(String title) {
        return TRIED.getOrDefault(title, "");
    }
}
