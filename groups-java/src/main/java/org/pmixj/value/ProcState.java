// SPDX-License-Identifier: Apache-2.0
package org.pmixj.value;

/**
 * The state of a process ({@code pmix_proc_state_t}, PMIx Standard 3.2.9). Codes this library does not know are legal.
 *
 * @param code the number, 0 to 255
 */
public record ProcState(int code) {}
