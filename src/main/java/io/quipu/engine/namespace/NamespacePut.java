package io.quipu.engine.namespace;

/** A change that somebody asks for, and on which condition. */
public record NamespacePut(NamespaceChange change, Precondition condition) {
  public static NamespacePut of(NamespaceChange change) {
    return new NamespacePut(change, Precondition.NONE);
  }
}
