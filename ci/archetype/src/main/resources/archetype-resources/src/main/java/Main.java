package ${package};

import org.pmixj.Pmix;
import org.pmixj.ValueType;
import org.pmixj.collectives.Collectives;
import org.pmixj.group.Group;
import org.pmixj.collectives.Reductions;

/** Adds up a number of each rank. Every rank of the job runs it. */
public class Main {
    public static void main(String[] args) {
        try (Pmix pmix = Pmix.init()) {
            long sum = sum(pmix, pmix.self().rank());
            System.out.println("rank " + pmix.self().rank() + ": the sum is " + sum);
        }
    }

    /** Returns the sum of what all ranks pass. */
    static long sum(Pmix pmix, long own) {
        Group all = pmix.groups().construct("${artifactId}-sum", pmix.job().members());
        long sum = Collectives.of(all).allReduce(ValueType.INT64, own, Reductions.sum());
        all.destruct();
        return sum;
    }
}
