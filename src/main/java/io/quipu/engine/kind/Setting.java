package io.quipu.engine.kind;

/**
 * A setting of namespaces that only some kinds take.
 *
 * @param name as the contract spells it, beside the settings that all kinds take
 * @param isInteger whether it is a JSON integer, kept as its digits; a JSON string otherwise
 * @param isFixed whether a namespace has it for ever, as it was created
 */
public record Setting(String name, boolean isInteger, boolean isFixed) {}
