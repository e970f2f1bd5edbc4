// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.trace;

import java.util.List;

/** The members of an operation, as text: {@code ns:0-3,5 other:*}. A long list is cut and ends with an ellipsis. */
record Members(String text) {
    private static final String CUT = "…";

    /** Returns whether the end of the list is missing, so that a process which it does not name may be a member. */
    boolean isCut() {
        return text.endsWith(CUT);
    }

    /** Returns whether the text names this process. */
    boolean contain(String nspace, int rank) {
        for (String part : text.split(" ", -1)) {
            int colon = part.lastIndexOf(':');
            if (colon > 0 && part.substring(0, colon).equals(nspace)) {
                for (String run : List.of(part.substring(colon + 1).split(",", -1))) {
                    if (run.equals("*") || isIn(run, rank)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private static boolean isIn(String run, int rank) {
        int dash = run.indexOf('-');
        try {
            int from = Integer.parseInt(dash < 0 ? run : run.substring(0, dash));
            int to = dash < 0 ? from : Integer.parseInt(run.substring(dash + 1));
            return from <= rank && rank <= to;
        } catch (NumberFormatException e) {
            // The end of a list that was cut.
            return false;
        }
    }
}
