// SPDX-License-Identifier: Apache-2.0
package org.pmixj.guide;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

/** Writes the code of programs into the pages that show it. Started by guide/refresh. */
final class Refresh {
    private Refresh() {}

    static void main(String[] args) throws IOException {
        for (Page page : Page.all()) {
            List<String> lines = Files.readAllLines(page.file());
            // From the end, since the numbers of the lines before it stay.
            for (Page.Block block : page.blocks().reversed()) {
                if (block.hasSource()) {
                    int first = block.first() - 1;
                    lines.subList(first, first + block.lines().size()).clear();
                    lines.addAll(first, Page.linesOf(block.source()));
                }
            }
            if (!lines.equals(Files.readAllLines(page.file()))) {
                Files.write(page.file(), lines);
                System.out.println(page.name());
            }
        }
    }
}
