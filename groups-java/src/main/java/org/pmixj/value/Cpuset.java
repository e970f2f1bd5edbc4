// SPDX-License-Identifier: Apache-2.0
package org.pmixj.value;

import org.pmixj.DataType;
import org.pmixj.PmixValue;

/**
 * A set of CPUs ({@code pmix_cpuset_t}, PMIx Standard 11.4).
 *
 * @param source who names the CPUs, such as {@code hwloc}
 * @param cpus the CPUs as a list of ranges such as {@code 0-3,8}
 */
public record Cpuset(String source, String cpus) implements PmixValue {
    @Override
    public DataType type() {
        return DataType.PROC_CPUSET;
    }
}
