package io.quipu.lab.bench.cases;

import io.quipu.lab.bench.load.Load;

/**
 * One of the two that are compared.
 *
 * @param events how many events, or whatever is counted, a request of the load stands for
 */
record Side(String name, Load load, int events) {}
