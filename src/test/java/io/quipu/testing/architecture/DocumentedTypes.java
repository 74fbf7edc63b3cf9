package io.quipu.testing.architecture;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The types of Java and Python that documents name, held against the source files of this
 * repository.
 */
final class DocumentedTypes {
  /** Types of libraries. */
  private static final Set<String> OF_OTHERS =
      Set.of(
          "BodyHandler",
          "CassandraAuthorizer",
          "CompletionStage",
          "CorsHandler",
          "ErrImagePull",
          "Optional",
          "PasswordAuthenticator",
          "Router",
          "StaticHandler",
          "TimeoutHandler",
          "TrieMemtable");

  /** Endings that no type may have, metrics, options: written like a type, and none. */
  private static final Set<String> NO_TYPES =
      Set.of("Helper", "Host", "Impl", "Manager", "NaN", "Parallel", "Serial", "Util", "VmRSS");

  private static final Pattern FENCE = Pattern.compile("(?ms)^```.*?^```");

  /** {@code Type}, {@code folder/Type}, {@code Type.java} or {@code Type.member}, in backticks. */
  private static final Pattern TYPE =
      Pattern.compile("`((?:[a-z0-9]+/)*)([A-Z][a-z][A-Za-z0-9]*)(?:\\.([A-Za-z]\\w*))?`");

  /** Further members of the same type, as in {@code Type.member}, {@code other}. */
  private static final Pattern FURTHER_MEMBERS =
      Pattern.compile("`([A-Z][a-z]\\w*)\\.[a-z]\\w*`((?:,\\s+`[a-z]\\w*`)+)");

  private static final Pattern MEMBER = Pattern.compile("`(\\w+)`");

  /** A test that a command runs. */
  private static final Pattern TEST = Pattern.compile("-D(?:it\\.)?test=([A-Z][a-z]\\w*)");

  /** Python keeps several in a file, so that no file has their names. */
  private static final Pattern PYTHON_CLASS = Pattern.compile("(?m)^class (\\w+)");

  private final List<Path> sources;
  private final Set<String> python;

  DocumentedTypes(Path... roots) {
    sources = Stream.of(roots).flatMap(root -> SourceFiles.below(root).stream()).toList();
    python =
        Stream.of(roots)
            .flatMap(root -> SourceFiles.below(root, ".py").stream())
            .flatMap(file -> all(PYTHON_CLASS, SourceFiles.text(file)).stream())
            .map(found -> found.group(1))
            .collect(Collectors.toSet());
  }

  /** Names in a document that nobody has written. */
  List<String> missing(String document) {
    List<String> missing = new ArrayList<>();
    String prose = FENCE.matcher(document).replaceAll("");
    for (MatchResult name : all(TYPE, prose)) {
      String type = name.group(2);
      if (!OF_OTHERS.contains(type)
          && !NO_TYPES.contains(type)
          && !exists(name.group(1) + type, name.group(3))) {
        missing.add(name.group());
      }
    }
    for (MatchResult list : all(FURTHER_MEMBERS, prose)) {
      for (MatchResult member : all(MEMBER, list.group(2))) {
        if (!exists(list.group(1), member.group(1))) {
          missing.add(list.group(1) + ": " + member.group());
        }
      }
    }
    for (MatchResult option : all(TEST, document)) {
      if (!exists(option.group(1), null)) {
        missing.add(option.group());
      }
    }
    return missing;
  }

  private static List<MatchResult> all(Pattern pattern, String text) {
    return pattern.matcher(text).results().toList();
  }

  private boolean exists(String type, @Nullable String member) {
    if (member == null && python.contains(type)) {
      return true;
    }
    Path file = Path.of(type + ".java");
    boolean whole = member == null || member.equals("java");
    return sources.stream()
        .filter(source -> source.endsWith(file))
        .anyMatch(source -> whole || has(source, member));
  }

  /** By itself or from what it extends, as suites do that run a contract. */
  private boolean has(Path source, String member) {
    String text = SourceFiles.text(source);
    if (Pattern.compile("\\b" + member + "\\b").matcher(text).find()) {
      return true;
    }
    String type = source.getFileName().toString().replace(".java", "");
    Pattern parent = Pattern.compile("class " + type + "\\b[^{]*?\\bextends (\\w+)");
    return all(parent, text).stream().anyMatch(found -> exists(found.group(1), member));
  }
}
