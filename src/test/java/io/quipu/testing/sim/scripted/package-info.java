/**
 * The simulated stores for tests of one class: in good weather, answered before the call returns,
 * unless the test has laid down another fate for it.
 */
package io.quipu.testing.sim.scripted;
