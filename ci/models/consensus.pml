/*
 * The agreement of org.pmixj.collectives.Consensus, for spin: MEMBERS members agree ROUNDS times, and all but one may die
 * at any moment. ci/models/check runs it for several numbers.
 *
 * The directory of the host is the flags and the decisions: a publish is atomic, and the second decision of a round is
 * refused. A member learns of a death at any time after it, or of a flag at any time after it was published. Before it has
 * learnt all, it may find the decision of another one (with one agreement, when nothing is withdrawn, it finds that later).
 *
 * REPEATS times a member times out, and calls the agreement again, with the same flag or with another one.
 *
 * FOREIGN is 1 if the last member is of a job of its own. Then the host removes its flags at some time after its death, and
 * reports no death to the other job: a member asks the host who has ended. The first answer may be wrong, since the host may
 * not know the job yet, and the second one is right. So two of them count; with ONCE the first does, which is wrong.
 */
#ifndef MEMBERS
#define MEMBERS 3
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif
#ifndef REPEATS
#define REPEATS 0
#endif
#ifndef FOREIGN
#define FOREIGN 0
#endif

#define NONE 2

typedef Round {
    byte flag[5];      /* NONE before it is published, and after it was withdrawn */
    bit decided;
    bit withdrawn;           /* of the decision */
    bit conjunction;
    byte departed;           /* a set of members, as bits */
};
Round round[ROUNDS];
bit dead[5];
byte alive = MEMBERS;
byte repeats = REPEATS;

/*
 * Whether a member has yet to learn of member o that it has published its flag, or has died. With one agreement nothing is
 * withdrawn, so the order in which it learns makes no difference: it is that of the members.
 */
#if ROUNDS == 1 && FOREIGN == 0 && REPEATS == 0
#define IN_TURN(o) ((seen | departed | 1 << self) & ((1 << o) - 1)) == (1 << o) - 1
#else
#define IN_TURN(o) true
#endif
#define UNKNOWN(o) (o < MEMBERS && !((seen | departed) & (1 << o)) && IN_TURN(o))
#define OTHER_JOB(o) (FOREIGN && (o == MEMBERS - 1) != (self == MEMBERS - 1))
#define LEARN(o) \
        :: atomic { UNKNOWN(o) && round[k].flag[o] != NONE -> seen = seen | (1 << o); all = all && round[k].flag[o]; MAY_DIE } \
        :: atomic { UNKNOWN(o) && !OTHER_JOB(o) && dead[o] -> departed = departed | (1 << o); MAY_DIE } \
        ASK(o)
#if FOREIGN
#ifdef ONCE
#define ASK(o) :: atomic { UNKNOWN(o) && OTHER_JOB(o) -> departed = departed | (1 << o); MAY_DIE }
#else
#define ASK(o) :: atomic { UNKNOWN(o) && OTHER_JOB(o) && dead[o] -> departed = departed | (1 << o); MAY_DIE }
#endif
#else
#define ASK(o)
#endif
#define MAY_DIE if :: alive > 1 -> dead[self] = 1; alive--; goto died :: skip fi

proctype Member(byte self) {
    byte k = 0, other, seen, departed, given;
    bit flag, all, known;
    do
    :: k == ROUNDS -> break
    :: else ->
        if :: flag = 0 :: flag = 1 fi;
        atomic { MAY_DIE; round[k].flag[self] = flag; given = 1 << flag; }
again:
        seen = 1 << self; departed = 0; all = flag;
        do
        :: atomic { (seen | departed) == (1 << MEMBERS) - 1 ->
                if
                :: !round[k].decided ->
                    round[k].decided = 1; round[k].conjunction = all; round[k].departed = departed;
                    /* Who has departed for the decision has died. */
                    other = 0;
                    do
                    :: other < MEMBERS -> assert(!(departed & (1 << other)) || dead[other]); other++
                    :: else -> break
                    od
                :: else
                fi;
                /* The decision that this member returns has to be there. */
                assert(!round[k].withdrawn);
                known = round[k].conjunction; other = 0; MAY_DIE }
            break
#if ROUNDS > 1 || REPEATS
        :: atomic { (seen | departed) != (1 << MEMBERS) - 1 && round[k].decided ->
                assert(!round[k].withdrawn);
                known = round[k].conjunction; MAY_DIE }
            break
#endif
#if REPEATS
        :: atomic { repeats > 0 -> repeats--; MAY_DIE }
            if
            :: skip
            :: atomic { round[k].flag[self] = NONE; MAY_DIE };
                atomic { flag = 1 - flag; given = given | (1 << flag); round[k].flag[self] = flag; MAY_DIE }
            fi;
            goto again
#endif
        LEARN(0) LEARN(1) LEARN(2) LEARN(3) LEARN(4)
        od;
        atomic {
            /* All return the first decision, which has a flag that each of them has given. */
            assert(known == round[k].conjunction);
            assert(!known || given & 2);
            assert(!(round[k].departed & (1 << self)));
            if
            :: k > 0 ->
                /* Here each member withdraws what all have published; in the library the lowest that is left does. */
                other = 0;
                do
                :: other < MEMBERS -> round[k - 1].flag[other] = NONE; other++
                :: else -> break
                od;
                other = 0; round[k - 1].withdrawn = 1
            :: else
            fi;
            seen = 0; departed = 0; all = 0; known = 0; flag = 0; given = 0; k++
        }
    od;
    goto left;
died:
#if FOREIGN
    /* The host removes what the last process of a job has published for the time of the application. */
    atomic {
        other = 0;
        do
        :: self == MEMBERS - 1 && other < ROUNDS -> round[other].flag[self] = NONE; other++
        :: else -> break
        od
    }
#endif
    skip;
left:
    skip
}

init {
    byte m, r;
    atomic {
        r = 0;
        do
        :: r < ROUNDS ->
            m = 0;
            do
            :: m < MEMBERS -> round[r].flag[m] = NONE; m++
            :: else -> break
            od;
            r++
        :: else -> break
        od;
        m = 0;
        do
        :: m < MEMBERS -> run Member(m); m++
        :: else -> break
        od
    }
}
