package io.quipu.testing.architecture;

import static java.util.stream.Collectors.flatMapping;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Classes that share instances share their namespaces too. Which of them meet in one keyspace
 * depends on which JVM takes which class, so a name of two classes fails in some runs only.
 */
class SharedNamesTest {
  private static final Pattern CREATED =
      Pattern.compile(
          "(?:createNamespace|seeded\\.create|(?:seeded|api|here)\\.put)\\(\\s*"
              + "(\"(?:/v1/namespaces/)?[^\"/]+\"|[A-Z_]+)");

  @Test
  void noTwoClassesCreateTheSameNamespace() {
    Map<String, Set<Path>> creators =
        SourceFiles.ofTests().stream()
            .filter(file -> SourceFiles.text(file).contains("SharedQuipu "))
            .flatMap(file -> created(file).map(name -> Map.entry(name, file)))
            .collect(
                groupingBy(
                    Entry::getKey,
                    TreeMap::new,
                    flatMapping(entry -> Stream.of(entry.getValue()), toSet())));
    assertThat(creators).hasSizeGreaterThan(40);
    assertThat(creators.values()).filteredOn(files -> files.size() > 1).isEmpty();
  }

  /** The names that a file creates, as literals or as constants of its own. */
  private static Stream<String> created(Path file) {
    String text = SourceFiles.text(file);
    return CREATED
        .matcher(text)
        .results()
        .map(found -> found.group(1))
        .map(name -> name.matches("[A-Z_]+") ? constants(text, name) : List.of(name))
        .flatMap(Collection::stream)
        .map(name -> name.replaceAll("\"|/v1/namespaces/", ""));
  }

  private static List<String> constants(String text, String name) {
    return Pattern.compile("String " + name + "\\s*=\\s*(\"[^\"]+\")")
        .matcher(text)
        .results()
        .map(found -> found.group(1))
        .toList();
  }
}
