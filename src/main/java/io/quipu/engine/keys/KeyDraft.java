package io.quipu.engine.keys;

/**
 * The settings of a new key.
 *
 * @param name the text by which people know the key; at most {@value #LONGEST_NAME} characters;
 *     empty for none
 * @param createdBy the id of the key that creates it
 */
public record KeyDraft(String name, Grant grant, String createdBy) {
  public static final int LONGEST_NAME = 100;
}
