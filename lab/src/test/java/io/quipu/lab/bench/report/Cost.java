package io.quipu.lab.bench.report;

/**
 * CPU time of one process, user and system, without the compilers of its JVM.
 *
 * @param side under whose load
 * @param process whose CPU
 * @param micros per event, until the last answer
 * @param microsAfter per event, from then on until the machine is idle again
 */
public record Cost(String side, String process, double micros, double microsAfter) {}
