/**
 * Events ({@code PMIx_Register_event_handler}, {@code PMIx_Notify_event}; PMIx Standard, Event Notification): handlers
 * that are called one after the other in a chain, and notifications of one's own.
 */
@NullMarked
package org.pmixj.event;

import org.jspecify.annotations.NullMarked;
