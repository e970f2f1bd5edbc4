// SPDX-License-Identifier: Apache-2.0
/**
 * libpmix as jextract sees it: one Java type for every C struct, callback type and function of the PMIx headers.
 *
 * <p>{@code native/generate} writes these sources; only {@link org.pmixj.ffi.PmixLibrary} and
 * {@link org.pmixj.ffi.PmixLibraryException} are written by hand. Nothing here is for users: the module exports the
 * package to {@code org.pmixj} only.
 */
package org.pmixj.ffi;
