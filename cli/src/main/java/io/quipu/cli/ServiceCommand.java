package io.quipu.cli;

import io.quipu.cli.screen.Table;
import io.quipu.cli.service.Complaint;
import io.quipu.cli.service.Service;
import io.quipu.cli.service.Unanswered;
import io.quipu.client.JsonObject;
import io.quipu.client.ProblemException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * A command that calls the service. Exit codes: 0 done, 1 not done, 2 bad arguments, 3 in doubt.
 */
public abstract class ServiceCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;
  @Mixin private final ServiceOptions options = new ServiceOptions();

  @Override
  public final Integer call() {
    try (Service service = options.service(this::complain)) {
      try {
        return run(service);
      } catch (Unanswered e) {
        complain(e.getMessage() + hint(service, e.getCause()));
        return 1;
      }
    }
  }

  /**
   * Calls the service, and prints the answer.
   *
   * @return the exit code
   * @throws Unanswered if the service refuses or does not answer, or the command fails otherwise:
   *     exit code 1
   * @throws CommandLine.ParameterException for bad arguments, see {@link #bad}: exit code 2
   */
  abstract int run(Service service);

  /** Prints the answer if the user gave {@code --json}, else runs {@code otherwise}. Returns 0. */
  final int print(JsonObject answer, Runnable otherwise) {
    if (options.json()) {
      out().println(answer);
    } else {
      otherwise.run();
    }
    return 0;
  }

  /** Tells whether the user gave {@code --json}. */
  final boolean json() {
    return options.json();
  }

  /** Prints one line to standard error. */
  final void complain(String line) {
    spec().commandLine().getErr().println(line);
  }

  /** Prints the cause for which a future of the client failed, and returns the cause. */
  final Throwable complain(Service service, CompletionException failure) {
    Throwable why = failure.getCause() == null ? failure : failure.getCause();
    complain(Table.plain(Complaint.of(why)) + hint(service, why));
    return why;
  }

  /** Returns a guess of the namespace that was meant, if there is none of the name given. */
  private String hint(Service service, @Nullable Throwable why) {
    String asked = namespaceAsked();
    // a message of a live connection has no type, but its status
    boolean unknown = why instanceof ProblemException refused && refused.problem().status() == 404;
    return unknown && asked != null ? Mistyped.namespace(service, asked) : "";
  }

  private @Nullable String namespaceAsked() {
    OptionSpec option = spec().findOption("--namespace");
    return option != null
        ? option.getValue()
        : spec().positionalParameters().stream()
            .filter(name -> name.paramLabel().equals("NAME"))
            .<String>map(name -> name.getValue())
            .findFirst()
            .orElse(null);
  }

  /** Returns the arguments of the whole command line, as they were given. */
  final List<String> arguments() {
    CommandLine whole = spec().commandLine();
    while (whole.getParent() != null) {
      whole = whole.getParent();
    }
    return whole.getParseResult().originalArgs();
  }

  final PrintWriter out() {
    return spec().commandLine().getOut();
  }

  final ParameterException bad(String line) {
    return new ParameterException(spec().commandLine(), line);
  }

  private CommandSpec spec() {
    return Objects.requireNonNull(spec, "set by picocli");
  }
}
