// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmixj.it.support.Launched;
import org.pmixj.samples.HelloGroups;

/** A job on nodes that are reached by the real ssh. The other tests use a stand-in. */
class SshIT {
    @TempDir
    Path work;

    @Test
    void theDaemonsAreStartedBySsh() throws Exception {
        Launched.needsLauncher();
        List<String> command = new ArrayList<>(Launched.onNodes(3));
        command.add(1, "--sshd");
        // sshd sets the variable in the daemon on each node but the first, which its ranks inherit.
        command.addAll(List.of("prterun", "--map-by", Launched.mapBy(3), "-n", "6", "sh", "-c"));
        command.add("echo \"$(hostname) by ssh: ${SSH_CONNECTION:-no}\"; exec \"$@\"");
        command.add("sh");
        command.addAll(Launched.java(HelloGroups.class));
        Launched job = Launched.run(work, command, Map.of());
        assertThat(job.exit()).as(job.output()).isZero();
        SlurmIT.assertSixSaidHello(job.output());
        assertThat(job.output())
                .contains("node0 by ssh: no")
                .containsPattern("node1 by ssh: 10.77.0.1 \\d+ 10.77.0.2 22")
                .containsPattern("node2 by ssh: 10.77.0.1 \\d+ 10.77.0.3 22");
    }
}
