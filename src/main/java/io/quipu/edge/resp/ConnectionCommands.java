package io.quipu.edge.resp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quipu.edge.resp.command.CommandName;
import io.quipu.edge.resp.command.CommandTable;
import io.quipu.edge.resp.command.Refusals;
import io.quipu.edge.resp.command.Session;
import io.quipu.edge.resp.protocol.Command;
import io.quipu.edge.resp.protocol.Reply;
import io.quipu.edge.resp.protocol.ReplyBytes;
import io.quipu.engine.time.Clock;
import io.quipu.service.access.Access;
import io.quipu.service.access.Denial;
import io.quipu.service.auth.Caller;
import io.quipu.service.failure.ServiceFailure;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The commands that are not about counters: about the connection, its caller and namespace, and the
 * server. Confined to the context of one server instance.
 */
record ConnectionCommands(Access access, Databases databases, ServerInfo info, Clock clock) {
  private static final String DEFAULT_USER = "default";

  private static final Reply.Failure NO_PASSWORD =
      Reply.failure(
          "AUTH <password> called without any password configured for the default user. Are you"
              + " sure your configuration is correct?");
  private static final Reply.Failure HELLO_OF_STRANGER =
      new Reply.Failure(
          "NOAUTH",
          "HELLO must be called with the client already authenticated, otherwise the HELLO <proto>"
              + " AUTH <user> <pass> option can be used to authenticate the client and select the"
              + " RESP protocol version at the same time");

  /**
   * Carries a command out, including its changes of the session. Fails if the caller cannot be
   * looked up at present, or if there are too many lookups.
   */
  Future<Reply> reply(CommandName name, Command command, Session session) {
    return switch (name) {
      case HELLO -> hello(command, session);
      case AUTH -> auth(command, session);
      default -> Future.succeededFuture(replyAtOnce(name, command, session));
    };
  }

  private Reply replyAtOnce(CommandName name, Command command, Session session) {
    return switch (name) {
      case PING -> ping(command);
      case ECHO -> new Reply.Bulk(command.words().get(1));
      case SELECT -> select(command, session);
      case COMMAND -> CommandTable.reply(command);
      case CLIENT -> ClientCommands.reply(command, session, clock.monotonicNanos());
      case INFO -> info.reply(command);
      case RESET -> {
        session.reset();
        yield new Reply.Status("RESET");
      }
      case QUIT -> Reply.OK;
      case EXEC, DISCARD -> Reply.failure(name.spelt() + " without MULTI");
      default -> throw new IllegalArgumentException(name + " is not about the connection");
    };
  }

  private static Reply ping(Command command) {
    if (command.size() > 2) {
      return CommandName.PING.form().wrongNumber(command);
    }
    return command.size() == 2 ? new Reply.Bulk(command.words().get(1)) : new Reply.Status("PONG");
  }

  private Reply select(Command command, Session session) {
    OptionalLong number = command.integer(1);
    if (number.isEmpty()) {
      return Refusals.notAnInteger(command, 1, "from 0 on");
    }
    long asked = number.getAsLong();
    String namespace =
        asked < 0 || asked > Integer.MAX_VALUE ? null : databases.namespace((int) asked);
    if (namespace == null) {
      return Reply.failure(
          "DB index is out of range: "
              + asked
              + ". QUIPU_RESP_DATABASES has "
              + databases.numbers());
    }
    session.select((int) asked, namespace);
    return Reply.OK;
  }

  private Future<Reply> auth(Command command, Session session) {
    if (command.size() > 3) {
      return Future.succeededFuture(CommandName.AUTH.form().syntax());
    }
    if (command.size() == 2 && !access.isAsked()) {
      return Future.succeededFuture(NO_PASSWORD);
    }
    int password = command.size() - 1;
    byte[] user = command.size() == 3 ? command.words().get(1) : DEFAULT_USER.getBytes(UTF_8);
    return authenticate(new String(user, UTF_8), command.words().get(password), session);
  }

  /**
   * Looks up the caller. Returns OK or a refusal; after a refusal the session keeps its caller.
   * Fails if the lookup is not possible, or if there are too many lookups.
   */
  private Future<Reply> authenticate(String user, byte[] password, Session session) {
    if (!access.isAsked()) {
      return Future.succeededFuture(user.equals(DEFAULT_USER) ? Reply.OK : Refusals.WRONG_PASSWORD);
    }
    return access
        .find(new String(password, UTF_8), null, session.address())
        .compose(caller -> known(caller, user, session))
        .recover(failure -> refused(failure, session));
  }

  private Future<Reply> known(Caller caller, String user, Session session) {
    if (!user.equals(DEFAULT_USER) && !user.equals(caller.id())) {
      return Future.failedFuture(access.refused(Denial.wrongCredentials(), session.address()));
    }
    session.know(caller);
    return Future.succeededFuture(Reply.OK);
  }

  private static Future<Reply> refused(Throwable failure, Session session) {
    if (failure instanceof ServiceFailure refusal && refusal.reason().isUnauthenticated()) {
      session.noteDenial(refusal);
      session.refusePassword();
      return Future.succeededFuture(Refusals.WRONG_PASSWORD);
    }
    return Future.failedFuture(failure);
  }

  private Future<Reply> hello(Command command, Session session) {
    OptionalLong asked =
        command.size() > 1 ? command.integer(1) : OptionalLong.of(session.protocol());
    if (asked.isEmpty()) {
      return Future.succeededFuture(
          Reply.failure(
              "Protocol version is not an integer or out of range: "
                  + Refusals.word(command, 1)
                  + ". There are 2 and 3"));
    }
    long protocol = asked.getAsLong();
    if (protocol != Session.RESP2 && protocol != ReplyBytes.RESP3) {
      return Future.succeededFuture(
          new Reply.Failure(
              "NOPROTO", "unsupported protocol version: " + protocol + ". There are 2 and 3"));
    }
    int name = 0;
    int user = 0;
    for (int i = 2; i < command.size(); i++) {
      String option = command.capitals(i);
      if (option.equals("AUTH") && i + 2 < command.size()) {
        user = i + 1;
        i += 2;
      } else if (option.equals("SETNAME") && i + 1 < command.size()) {
        name = ++i;
      } else {
        return Future.succeededFuture(
            Reply.failure(
                "Syntax error in HELLO option "
                    + Refusals.word(command, i)
                    + ": the form is "
                    + CommandName.HELLO.form()));
      }
    }
    int named = name;
    Future<Reply> authenticated =
        user == 0
            ? Future.succeededFuture(session.isKnown() ? Reply.OK : HELLO_OF_STRANGER)
            : authenticate(
                new String(command.words().get(user), UTF_8),
                command.words().get(user + 1),
                session);
    return authenticated.map(
        reply -> {
          Reply so =
              reply == Reply.OK && named > 0
                  ? ClientCommands.named(command, named, session)
                  : reply;
          return so == Reply.OK ? greeting((int) protocol, session) : so;
        });
  }

  private static Reply greeting(int protocol, Session session) {
    session.protocol(protocol);
    List<Reply> pairs = new ArrayList<>();
    pairs.add(Reply.Bulk.of("server"));
    pairs.add(Reply.Bulk.of("quipu"));
    pairs.add(Reply.Bulk.of("version"));
    pairs.add(Reply.Bulk.of(ServerInfo.VERSION));
    pairs.add(Reply.Bulk.of("proto"));
    pairs.add(new Reply.Whole(protocol));
    pairs.add(Reply.Bulk.of("id"));
    pairs.add(new Reply.Whole(session.id()));
    pairs.add(Reply.Bulk.of("mode"));
    pairs.add(Reply.Bulk.of("standalone"));
    pairs.add(Reply.Bulk.of("role"));
    pairs.add(Reply.Bulk.of("master"));
    pairs.add(Reply.Bulk.of("modules"));
    pairs.add(new Reply.Items(List.of()));
    return new Reply.Pairs(pairs);
  }
}
