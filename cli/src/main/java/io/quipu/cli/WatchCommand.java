package io.quipu.cli;

import io.quipu.cli.options.NamespaceOption;
import io.quipu.cli.screen.LiveView;
import io.quipu.cli.screen.Table;
import io.quipu.cli.screen.Terminal;
import io.quipu.cli.screen.TerminalSize;
import io.quipu.cli.screen.TerminalView;
import io.quipu.cli.service.Reached;
import io.quipu.cli.service.Service;
import io.quipu.cli.transfer.CountWriter;
import io.quipu.client.Count;
import io.quipu.client.CounterRef;
import io.quipu.client.LiveListener;
import io.quipu.client.QuipuClient;
import io.quipu.client.QuipuException;
import java.math.BigInteger;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code watch}: prints counts when they change. */
@Command(
    name = "watch",
    description = {
      "Prints counts whenever they change: on a terminal in place, with what came in each of the"
          + " last seconds; otherwise a line for each change.",
      "Lost connections are made again, and standard error says so. Ctrl-C ends it."
    })
public final class WatchCommand extends ServiceCommand {
  private static final int MOST = 1_000;

  @Mixin private final NamespaceOption namespace = new NamespaceOption();

  @Parameters(arity = "0..*", paramLabel = "COUNTER", description = "Their names.")
  private List<String> counters = List.of();

  @Option(
      names = "--prefix",
      paramLabel = "TEXT",
      description = "All whose names begin so, also those that appear later.")
  private @Nullable String prefix;

  @Option(
      names = "--until",
      paramLabel = "N",
      description = "Ends when each has reached this count; not with --prefix.")
  private @Nullable Long until;

  @Override
  int run(Service service) {
    check();
    List<CounterRef> named =
        counters.stream()
            .distinct()
            .map(counter -> new CounterRef(namespace.name(), counter))
            .toList();
    CompletableFuture<Void> end = new CompletableFuture<>();
    try (QuipuClient client = service.client();
        LiveView view = view(named)) {
      Reached reached = new Reached(named.size(), until == null ? null : BigInteger.valueOf(until));
      follow(
          client,
          named,
          new LiveListener() {
            @Override
            public void onCount(Count count) {
              service.contact().reached();
              view.show(count);
              if (reached.all(count)) {
                end.complete(null);
              }
            }

            @Override
            public void onLost(QuipuException why) {
              view.aside(() -> service.contact().lost(why, null));
            }

            @Override
            public void onError(QuipuException error) {
              end.completeExceptionally(error);
            }
          });
      // The new stage is not needed: the wait for the end reports the reason.
      var unused = service.contact().hopeless().thenAccept(end::completeExceptionally);
      end.join();
      return 0;
    } catch (CompletionException e) {
      var unused = complain(service, e);
      return 1;
    }
  }

  private void check() {
    if (counters.isEmpty() == (prefix == null)) {
      throw bad(
          prefix == null
              ? "COUNTER is missing: give names, or --prefix=TEXT for all that begin so"
              : "--prefix=" + prefix + " and COUNTER: give one of them");
    }
    if (counters.size() > MOST) {
      throw bad(
          "COUNTER: "
              + counters.size()
              + " are given, and at most "
              + MOST
              + " are allowed at once; --prefix follows all that begin alike");
    }
    if (prefix != null && until != null) {
      throw bad(
          "--until="
              + until
              + " is not for --prefix, as more counters may come: name them as COUNTER");
    }
  }

  private void follow(QuipuClient client, List<CounterRef> named, LiveListener listener) {
    if (prefix == null) {
      client.liveAll(named, listener);
    } else {
      client.livePrefix(namespace.name(), prefix, listener);
    }
  }

  private LiveView view(List<CounterRef> named) {
    if (json()) {
      return count ->
          out()
              .println(
                  CountWriter.line(
                      count.namespace(), count.counter(), count.count(), count.events()));
    }
    return Terminal.isThere() ? new TerminalView(out(), named, TerminalSize::now) : this::line;
  }

  /** Prints a line for a changed count. */
  private void line(Count count) {
    out()
        .println(
            Instant.now().truncatedTo(ChronoUnit.MILLIS)
                + " "
                + Table.plain(count.counter())
                + " "
                + count.count());
  }
}
