package io.quipu.edge.toy;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.JsonText;
import io.quipu.engine.keys.Right;
import io.quipu.engine.kind.Draft;
import io.quipu.engine.kind.answer.Question;
import io.quipu.engine.names.CounterName;
import io.quipu.ops.trace.Span;
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
public final class LineVerticle extends VerticleBase {
  private final ServiceSettings settings;
  private NetServer server;

  public LineVerticle(ServiceSettings settings) {
    this.settings = settings;
  }

  public int port() {
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
    return service
        .access()
        .find(words[1], null, address)
        .compose(
            caller -> {
              service.access().rates().acquire(caller, address, 1);
              Asker asker = new Asker(service.access().rates(), caller, address, "", Span.NONE);
              CounterName counter = new CounterName(words[2], words[3]);
              return words[0].equals("record")
                  ? record(service, asker, counter)
                  : read(service, asker, caller, counter);
            });
  }

  private static Future<String> record(CounterService service, Asker asker, CounterName counter) {
    return service
        .records()
        .record(asker, counter, List.of(new Draft()))
        .map(recorded -> "OK " + recorded.at());
  }

  private static Future<String> read(
      CounterService service, Asker asker, Caller caller, CounterName counter) {
    Permissions.require(caller, Right.READ, counter);
    JsonText json = new JsonText().beginObject();
    return service
        .namespaces()
        .known(counter)
        .compose(known -> service.questions().answer(new Question.Count(known), asker))
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
