package io.quipu.cassandra.findings;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The rules for the files that made the schema of a keyspace.
 *
 * @param known the checksums of the files of this version by name
 */
public record MigrationRules(Map<String, String> known) {
  private static final String NAME = "schema";

  /**
   * Judges the applied files.
   *
   * @param applied the checksums of the applied files by name
   */
  public List<Finding> findings(String keyspace, Map<String, String> applied) {
    List<Finding> found = new ArrayList<>();
    TreeSet<String> later = new TreeSet<>(applied.keySet());
    later.removeAll(known.keySet());
    if (!later.isEmpty()) {
      found.add(
          Finding.broken(
              NAME,
              "keyspace %s was changed by a later version (%s): this version may misread what later ones write, and counts would be wrong"
                  .formatted(keyspace, String.join(", ", later)),
              "run the version that applied it, or a later one (docs/deploy.md, Upgrade and"
                  + " rollback)"));
    }
    TreeSet<String> missing = new TreeSet<>();
    new TreeMap<>(known)
        .forEach(
            (file, checksum) -> {
              String there = applied.get(file);
              if (there == null) {
                missing.add(file);
              } else if (!there.equals(checksum)) {
                found.add(changed(keyspace, file, there, checksum));
              }
            });
    if (!missing.isEmpty()) {
      found.add(
          Finding.warning(
              NAME,
              "keyspace %s was not brought to this version: missing is %s"
                  .formatted(keyspace, String.join(", ", missing)),
              "start an instance of this version, or execute \"java -jar quipu.jar schema\""));
    }
    if (found.isEmpty()) {
      found.add(Finding.ok(NAME, "keyspace %s has the schema of this version".formatted(keyspace)));
    }
    return found;
  }

  private static Finding changed(String keyspace, String file, String there, String checksum) {
    return Finding.broken(
        NAME,
        "Schema file %s was applied to keyspace %s with another content (checksum %s, now %s)"
            .formatted(file, keyspace, there, checksum),
        "run the version of Quipu that applied it, or choose another QUIPU_CASSANDRA_KEYSPACE");
  }
}
