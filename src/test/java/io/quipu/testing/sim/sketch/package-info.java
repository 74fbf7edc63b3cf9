/**
 * A simulated world for sketches: instances that keep their leases, record, read and merge,
 * clients, what goes wrong, and a check of which requests every answer contains.
 */
package io.quipu.testing.sim.sketch;
