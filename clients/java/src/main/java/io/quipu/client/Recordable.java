package io.quipu.client;

/** An event of a counter of any kind, as {@link QuipuClient#add(Recordable)} takes it. */
public sealed interface Recordable permits Event, Increment, SketchValue, Statement {
  /** The namespace of the counter. */
  String namespace();

  /** The name of the counter: 1 to 512 bytes of UTF-8. */
  String counter();
}
