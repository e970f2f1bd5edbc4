/**
 * Events (PMIx Standard, Event Notification): chains of handlers ({@code PMIx_Register_event_handler}), and
 * notifications ({@code PMIx_Notify_event}).
 */
@NullMarked
package org.pmixj.event;

import org.jspecify.annotations.NullMarked;
