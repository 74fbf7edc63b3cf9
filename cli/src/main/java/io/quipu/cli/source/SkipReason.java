package io.quipu.cli.source;

/** The reason why an entry of a source is not imported. */
public enum SkipReason {
  OTHER_TYPE("otherType", false, "keys of other types"),
  NO_INTEGER("noInteger", false, "values that are no integers of 64 bits"),
  NOT_UTF_8("notUtf8", true, "names that are not UTF-8"),
  NAME_TOO_LONG("nameTooLong", true, "names of more than 512 bytes"),
  NAME_TAKEN("nameTaken", true, "fields whose name is also that of a key"),
  STATIC_COLUMN("staticColumn", true, "static columns"),
  TOO_LARGE("tooLarge", true, "values beyond 10^15 (--dry-run writes them to a file)");

  private final String member;
  private final boolean missed;
  private final String inWords;

  SkipReason(String member, boolean missed, String inWords) {
    this.member = member;
    this.missed = missed;
    this.inWords = inWords;
  }

  /** Returns the name of the reason in JSON, for programs. */
  public String member() {
    return member;
  }

  /** Tells whether the skipped entry is a counter, so that the import is not complete. */
  public boolean isMissed() {
    return missed;
  }

  public String inWords() {
    return inWords;
  }
}
