package io.quipu.lab.abuse;

import java.util.Optional;

/**
 * The time of one attack, or of none.
 *
 * @param told what was sent and what came of it
 * @param ended why the process has ended, if it has
 * @param readyAfter how it went on afterwards
 */
record Stretch(
    String name,
    String told,
    Optional<String> ended,
    String readyAfter,
    Watch.Seen seen,
    Figures honest,
    long blocked) {}
