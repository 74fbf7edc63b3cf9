package io.quipu.engine.windows;

/** The windows of a namespace, of one granularity, that are deleted once they have ended. */
public record EndedWindows(String namespace, Granularity granularity)
    implements Comparable<EndedWindows> {
  @Override
  public int compareTo(EndedWindows other) {
    int order = namespace.compareTo(other.namespace);
    return order != 0 ? order : granularity.compareTo(other.granularity);
  }
}
