package io.quipu.testing.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The blocks of code of a document, or of one part of it. */
public record RunnableDocument(String text) {
  private static final Pattern PART = Pattern.compile("(?m)^## (.+)$");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w*)\\n(.*?)^```$");

  /**
   * Commands of a shell, with what the document says that they answer.
   *
   * @param answers the block that follows directly, if it is one of answers
   */
  record Step(String commands, @Nullable Answers answers) {}

  public static RunnableDocument of(Path file) {
    try {
      return new RunnableDocument(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The titles of its parts, in their order. */
  public List<String> parts() {
    return PART.matcher(withoutBlocks()).results().map(part -> part.group(1)).toList();
  }

  private String withoutBlocks() {
    return BLOCK.matcher(text).replaceAll("");
  }

  /** The text below a title, up to the next one. */
  public RunnableDocument part(String title) {
    String heading = "\n## " + title + "\n";
    int from = text.indexOf(heading);
    assertThat(from).as(title).isNotNegative();
    int to = text.indexOf("\n## ", from + heading.length());
    return new RunnableDocument(to < 0 ? text.substring(from) : text.substring(from, to));
  }

  /** The only block of a language. */
  public String only(String language) {
    List<String> found =
        blocks().stream()
            .filter(block -> block.group(1).equals(language))
            .map(block -> block.group(2))
            .toList();
    assertThat(found).as("blocks of " + language).hasSize(1);
    return found.get(0);
  }

  /** The commands, in their order. */
  List<Step> steps() {
    List<Step> steps = new ArrayList<>();
    List<MatchResult> blocks = blocks();
    for (int i = 0; i < blocks.size(); i++) {
      MatchResult block = blocks.get(i);
      if (block.group(1).equals("sh")) {
        steps.add(new Step(block.group(2), answers(blocks, i)));
      }
    }
    return steps;
  }

  private @Nullable Answers answers(List<MatchResult> blocks, int commands) {
    if (commands + 1 == blocks.size()) {
      return null;
    }
    MatchResult next = blocks.get(commands + 1);
    boolean follows =
        Answers.isOf(next.group(1))
            && text.substring(blocks.get(commands).end(), next.start()).isBlank();
    return follows ? new Answers(next.group(1), next.group(2)) : null;
  }

  private List<MatchResult> blocks() {
    return BLOCK.matcher(text).results().toList();
  }
}
