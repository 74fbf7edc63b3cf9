package io.quipu.engine.kind;

/**
 * A setting of the namespaces of one kind or several kinds.
 *
 * @param name the name of the JSON member in the contract
 * @param isInteger true for a JSON integer, stored as its digits; false for a JSON string
 * @param isFixed whether the setting cannot change after the namespace was created
 */
public record Setting(String name, boolean isInteger, boolean isFixed) {}
