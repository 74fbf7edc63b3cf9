/**
 * What every store must do, whatever it is made of: one abstract suite for each interface.
 *
 * <p>A suite asks for a store, once for each test, and for a way to await its answers, because a
 * simulated store only answers while its scheduler runs. It calls counters after its tests, so that
 * stores may share what is below them.
 */
package io.quipu.engine.store.contract;
