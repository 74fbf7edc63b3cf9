package io.quipu.cassandra.schema;

import io.quipu.cassandra.findings.MigrationRules;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One numbered step of the schema: a resource with statements that may all be repeated.
 *
 * @param name name of the resource, for example {@code 002-event.cql}
 * @param statements the statements without comments, in order
 */
public record SchemaFile(String name, List<String> statements) {
  private static final Pattern READ_REPAIR =
      Pattern.compile(
          "^(?:CREATE TABLE IF NOT EXISTS|ALTER TABLE) (\\w+) .*read_repair = '(\\w+)'",
          Pattern.DOTALL);

  /** All files in the order of application. Files are added; their statements never change. */
  static final List<String> NAMES =
      List.of(
          "001-namespace.cql",
          "002-event.cql",
          "003-page.cql",
          "004-fact.cql",
          "005-writer.cql",
          "006-linear.cql",
          "007-standing.cql",
          "008-sketch.cql",
          "009-api-key.cql",
          "010-kafka-topic.cql",
          "011-purge.cql");

  public static List<SchemaFile> all() {
    return NAMES.stream().map(SchemaFile::load).toList();
  }

  /** The names of all tables of Quipu: of the files, and of the ledger of applied files. */
  public static Set<String> tableNames() {
    Set<String> names = new TreeSet<>(Set.of("schema_version", "schema_lock"));
    all().forEach(file -> file.tables().forEach(table -> names.add(table.name())));
    return names;
  }

  /** The rules for the files that were applied to a keyspace. */
  public static MigrationRules rules(List<SchemaFile> files) {
    return new MigrationRules(
        files.stream().collect(Collectors.toMap(SchemaFile::name, SchemaFile::checksum)));
  }

  static SchemaFile load(String name) {
    try (InputStream in = SchemaFile.class.getResourceAsStream("/schema/" + name)) {
      if (in == null) {
        throw new IllegalStateException("schema/" + name + " is not on the class path");
      }
      return parse(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Parses statements, each with a semicolon at the end of a line; comments are whole lines. */
  static SchemaFile parse(String name, String text) {
    String code =
        text.lines()
            .filter(line -> !line.stripLeading().startsWith("--"))
            .map(String::stripTrailing)
            .collect(Collectors.joining("\n"));
    List<String> statements =
        Arrays.stream(code.split(";\n|;$", -1))
            .map(String::strip)
            .filter(statement -> !statement.isEmpty())
            .toList();
    return new SchemaFile(name, statements);
  }

  /** The SHA-256 of the statements alone: comments, indents and line breaks may change. */
  String checksum() {
    String canonical =
        statements.stream()
            .map(statement -> statement.replaceAll("\\s+", " "))
            .collect(Collectors.joining(";"));
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(canonical.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }

  List<SchemaTable> tables() {
    return statements.stream().flatMap(statement -> SchemaTable.in(statement).stream()).toList();
  }

  /** The {@code read_repair} option of a table. */
  record ReadRepair(String table, String value) {}

  /** The {@code read_repair} option of each table that has one, as the last statement sets it. */
  static List<ReadRepair> readRepairs(List<SchemaFile> files) {
    Map<String, ReadRepair> last = new LinkedHashMap<>();
    for (SchemaFile file : files) {
      for (String statement : file.statements) {
        Matcher found = READ_REPAIR.matcher(statement);
        if (found.find()) {
          last.put(found.group(1), new ReadRepair(found.group(1), found.group(2)));
        }
      }
    }
    return List.copyOf(last.values());
  }
}
