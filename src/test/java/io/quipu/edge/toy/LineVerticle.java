package io.quipu.edge.toy;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.JsonText;
import io.quipu.engine.keys.Right;
import io.quipu.engine.kind.Draft;
import io.quipu.engine.kind.answer.ReadOptions;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.service.Asker;
import io.quipu.service.CounterService;
import io.quipu.service.ServiceSettings;
import io.quipu.service.access.Permissions;
import io.quipu.service.auth.Caller;
import io.quipu.service.failure.ServiceFailure;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import io.vertx.core.parsetools.RecordParser;
import java.util.List;

/** A way in that fits on a page: a line {@code record KEY votes a}, or {@code read KEY votes a}. */
final class LineVerticle extends VerticleBase {
  private final ServiceSettings settings;
  private NetServer server;

  LineVerticle(ServiceSettings settings) {
    this.settings = settings;
  }

  int port() {
    return server.actualPort();
  }

  @Override
  public Future<?> start() {
    CounterService service = new CounterService(context, settings);
    server = vertx.createNetServer().connectHandler(socket -> serve(service, socket));
    return server.listen(0, "127.0.0.1");
  }

  private static void serve(CounterService service, NetSocket socket) {
    socket.handler(
        RecordParser.newDelimited(
            "\n",
            line ->
                answer(service, line.toString().split(" "), socket.remoteAddress().host())
                    .otherwise(LineVerticle::error)
                    .onSuccess(text -> socket.write(text + "\n"))));
  }

  private static Future<String> answer(CounterService service, String[] words, String address) {
    boolean records = words[0].equals("record");
    return service
        .access()
        .find(words[1], null, address)
        .compose(caller -> admitted(service, caller, words, records, address))
        .compose(counter -> records ? record(service, counter) : read(service, counter));
  }

  private static Future<KnownCounter> admitted(
      CounterService service, Caller caller, String[] words, boolean records, String address) {
    CounterName counter = new CounterName(words[2], words[3]);
    Permissions.require(caller, records ? Right.RECORD : Right.READ, counter);
    service.access().rates().acquire(caller, address, 1);
    return service.namespaces().find(words[2]).map(found -> new KnownCounter(counter, found));
  }

  private static Future<String> record(CounterService service, KnownCounter to) {
    return service
        .record(service.accept(to.namespace(), to.name(), List.of(new Draft()), false))
        .map(recorded -> "OK " + recorded.at());
  }

  private static Future<String> read(CounterService service, KnownCounter counter) {
    JsonText json = new JsonText().beginObject();
    return service
        .reads()
        .count(counter, ReadOptions.USUAL, Asker.SERVICE)
        .onSuccess(answer -> answer.write(json))
        .map(answer -> json.endObject().toString());
  }

  /** The one table from failures to words of this protocol. */
  private static String error(Throwable failure) {
    if (failure instanceof ServiceFailure refused) {
      return "ERROR " + refused.reason() + " " + refused.detail();
    }
    return failure instanceof InvalidInput invalid ? "ERROR " + invalid.detail() : "DEFECT";
  }
}
