/**
 * A simulated world for linear counters: instances, clients, what goes wrong, and a checker that
 * holds what the clients were told against one order of all events.
 */
package io.quipu.testing.sim.linear;
