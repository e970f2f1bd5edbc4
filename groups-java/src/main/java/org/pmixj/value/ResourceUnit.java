// SPDX-License-Identifier: Apache-2.0
package org.pmixj.value;

import org.pmixj.PmixValue;

/**
 * Represents a number of devices of one type ({@code pmix_resource_unit_t}, of libpmix 6).
 *
 * @param deviceType the bits of their {@code pmix_device_type_t}
 * @param count how many, unsigned
 */
public record ResourceUnit(long deviceType, long count) implements PmixValue {}
