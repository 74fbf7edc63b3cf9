package io.quipu.testing.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.Programs;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** A shell in which the commands of documents run as they stand, for a service of the tests. */
public final class DocumentShell {
  private static final String SERVICE = "localhost:8080";

  /** Commands without it may be sent again until they show what they should. */
  private static final Pattern CHANGES = Pattern.compile("-X |/events\\b|\"record");

  /** The end of a live connection that was limited with {@code --max-time}. */
  private static final int CURL_TIME_IS_UP = 28;

  private final String service;
  private final Path folder;

  /**
   * @param folder an empty one, for settings of curl
   */
  public DocumentShell(URI service, Path folder) throws IOException {
    this.service = service.getAuthority();
    this.folder = folder;
    Files.writeString(folder.resolve(".curlrc"), "silent\nshow-error\nwrite-out = \"\\n\"\n");
  }

  /** Runs all commands of a text, and checks each answer that the text shows. */
  public void run(RunnableDocument document) {
    List<RunnableDocument.Step> steps = document.steps();
    assertThat(steps).isNotEmpty();
    steps.forEach(this::run);
  }

  private void run(RunnableDocument.Step step) {
    Answers answers = step.answers();
    if (answers == null) {
      output(step.commands());
    } else if (CHANGES.matcher(step.commands()).find()) {
      answers.assertShownIn(output(step.commands()));
    } else {
      await().untilAsserted(() -> answers.assertShownIn(output(step.commands())));
    }
  }

  /** Runs commands, and answers what they have printed. */
  public String output(String commands) {
    ProcessBuilder shell = new ProcessBuilder("sh", "-c", commands.replace(SERVICE, service));
    shell.environment().put("QUIPU_URL", "http://" + service);
    shell.environment().put("CURL_HOME", folder.toString());
    Programs.Run run = Programs.run(shell, "");
    assertThat(run.exitCode()).as(commands + run.output() + run.errors()).isIn(0, CURL_TIME_IS_UP);
    return run.output();
  }
}
