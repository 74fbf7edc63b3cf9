package io.quipu.testing.pages;

import static org.awaitility.Awaitility.await;

import io.vertx.core.json.Json;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A tab of the browser, which remembers everything that its page complained about. */
final class Tab implements AutoCloseable {
  private final DevTools devTools;
  private final String target;
  private final String session;
  private final boolean isFrame;
  private final List<String> complaints = new CopyOnWriteArrayList<>();

  private Tab(DevTools devTools, String target, String session, boolean isFrame) {
    this.devTools = devTools;
    this.target = target;
    this.session = session;
    this.isFrame = isFrame;
  }

  static Tab open(DevTools devTools) {
    String target =
        devTools
            .call("Target.createTarget", new JsonObject().put("url", "about:blank"))
            .getString("targetId");
    return attach(devTools, target, false);
  }

  /**
   * What is in the only frame of the page, which must be of another site: its own process has it.
   */
  Tab onlyFrame() {
    String frame = await("the frame to be there").until(this::frame, Objects::nonNull);
    return attach(devTools, frame, true);
  }

  private @Nullable String frame() {
    return devTools.call("Target.getTargets", new JsonObject()).getJsonArray("targetInfos").stream()
        .map(JsonObject.class::cast)
        .filter(one -> target.equals(one.getString("parentFrameId")))
        .map(one -> one.getString("targetId"))
        .findFirst()
        .orElse(null);
  }

  private static Tab attach(DevTools devTools, String target, boolean isFrame) {
    String session =
        devTools
            .call(
                "Target.attachToTarget",
                new JsonObject().put("targetId", target).put("flatten", true))
            .getString("sessionId");
    Tab tab = new Tab(devTools, target, session, isFrame);
    devTools.listen(session, tab::hear);
    for (String domain : List.of("Page", "Runtime", "Log")) {
      tab.call(domain + ".enable", new JsonObject());
    }
    return tab;
  }

  /** Has the page shown in light colours, in a window of this size. */
  void lookLight(int width, int height) {
    look("light", width, height);
  }

  /** Has the page shown in light colours on a phone of this size, which is touched. */
  void lookOnPhone(int width, int height) {
    look("light", width, height, true);
    JsonObject touched = new JsonObject().put("enabled", true);
    call("Emulation.setTouchEmulationEnabled", touched);
  }

  /** Has the page shown in "light" or "dark" colours, in a window of this size. */
  void look(String scheme, int width, int height) {
    look(scheme, width, height, false);
  }

  private void look(String scheme, int width, int height, boolean isPhone) {
    JsonObject colours = new JsonObject().put("name", "prefers-color-scheme").put("value", scheme);
    call(
        "Emulation.setEmulatedMedia",
        new JsonObject().put("features", new JsonArray().add(colours)));
    call(
        "Emulation.setDeviceMetricsOverride",
        new JsonObject()
            .put("width", width)
            .put("height", height)
            .put("deviceScaleFactor", 1)
            .put("mobile", isPhone));
  }

  /** Has the page believe that it is somewhere else, such as in "America/Los_Angeles". */
  void liveIn(String zone) {
    call("Emulation.setTimezoneOverride", new JsonObject().put("timezoneId", zone));
  }

  /** Takes the network away from the page, or gives it back. */
  void goOffline(boolean offline) {
    JsonObject speed = new JsonObject().put("latency", 0);
    speed.put("downloadThroughput", -1).put("uploadThroughput", -1);
    call("Network.emulateNetworkConditions", speed.put("offline", offline));
  }

  /** Runs no script of the pages to which it goes. */
  void runNoScripts() {
    call("Emulation.setScriptExecutionDisabled", new JsonObject().put("value", true));
  }

  /** Runs a script before those of each page to which it goes. */
  void beforeEachPage(String script) {
    call("Page.addScriptToEvaluateOnNewDocument", new JsonObject().put("source", script));
  }

  /** The window as it looks now, as a PNG. */
  byte[] picture() {
    JsonObject answer = call("Page.captureScreenshot", new JsonObject().put("format", "png"));
    // not getBinary, which takes the alphabet of URLs
    return Base64.getDecoder().decode(answer.getString("data"));
  }

  /** Goes to a page and waits until the browser has read all of its HTML. */
  void navigate(URI address) {
    call("Page.navigate", new JsonObject().put("url", address.toString()));
    await().until(() -> isTrue("document.readyState !== 'loading'"));
  }

  /**
   * Errors on the console, failed requests, uncaught exceptions and dialogs, in their order; but
   * for rankings that a busy instance has put off, which our pages ask for again.
   */
  List<String> complaints() {
    return complaints.stream()
        .filter(complaint -> !complaint.contains("503") || !complaint.contains("/top?"))
        .toList();
  }

  /** Whether a script expression is true. */
  boolean isTrue(String expression) {
    return Boolean.TRUE.equals(evaluate(expression));
  }

  /**
   * The text of the first element that matches, or an empty string; also of what a closed menu has.
   */
  String text(String selector) {
    return (String)
        evaluate(
            "((one) => one?.[one.closest('details:not([open])') ? 'textContent' : 'innerText'] ?? '')"
                + "(document.querySelector("
                + quote(selector)
                + "))");
  }

  /** The value of a script expression. */
  Object evaluate(String expression) {
    JsonObject answer =
        call(
            "Runtime.evaluate",
            new JsonObject().put("expression", expression).put("returnByValue", true));
    if (answer.containsKey("exceptionDetails")) {
      throw new IllegalStateException(expression + ": " + answer.encode());
    }
    return answer.getJsonObject("result").getValue("value");
  }

  /**
   * Clicks the middle of the element that a script expression finds, as a mouse would. A menu in
   * which it lies is opened before.
   */
  void click(String element) {
    String menu = element + ".closest('.menu:not([open])')";
    if (isTrue(menu + " != null && !" + element + ".matches('.menu > summary')")) {
      click(menu + ".querySelector('summary')");
    }
    JsonObject place = middleOf(element);
    for (String type : List.of("mousePressed", "mouseReleased")) {
      call(
          "Input.dispatchMouseEvent",
          place.copy().put("type", type).put("button", "left").put("clickCount", 1));
    }
  }

  /** Taps the middle of the element that a script expression finds, once, as a finger would. */
  void tap(String element) {
    JsonObject place = middleOf(element);
    JsonObject down = new JsonObject().put("type", "touchStart");
    call("Input.dispatchTouchEvent", down.put("touchPoints", new JsonArray().add(place)));
    JsonObject up = new JsonObject().put("type", "touchEnd");
    call("Input.dispatchTouchEvent", up.put("touchPoints", new JsonArray()));
  }

  private JsonObject middleOf(String element) {
    return new JsonObject(
        (String)
            evaluate(
                "(() => { const element = "
                    + element
                    + "; element.scrollIntoView({block: 'nearest'});"
                    + " const box = element.getBoundingClientRect();"
                    + " return JSON.stringify("
                    + "{x: box.x + box.width / 2, y: box.y + box.height / 2}) })()"));
  }

  /** Drags with the mouse from one part of the width of an element to another, both from 0 to 1. */
  void drag(String element, double from, double to) {
    JsonObject box =
        new JsonObject(
            (String) evaluate("JSON.stringify(" + element + ".getBoundingClientRect())"));
    double y = box.getDouble("y") + box.getDouble("height") / 2;
    mouse("mouseMoved", at(box, from), y);
    mouse("mousePressed", at(box, from), y);
    for (int step = 1; step <= 5; step++) {
      mouse("mouseMoved", at(box, from + (to - from) * step / 5), y);
    }
    mouse("mouseReleased", at(box, to), y);
  }

  private static double at(JsonObject box, double part) {
    return box.getDouble("x") + box.getDouble("width") * part;
  }

  private void mouse(String type, double x, double y) {
    call(
        "Input.dispatchMouseEvent",
        new JsonObject()
            .put("type", type)
            .put("x", x)
            .put("y", y)
            .put("button", "left")
            .put("buttons", type.equals("mouseReleased") ? 0 : 1)
            .put("clickCount", 1));
  }

  /** Types a text, as an input method would, into what has the focus. */
  void type(String text) {
    call("Input.insertText", new JsonObject().put("text", text));
  }

  /** Presses a key, such as "ArrowDown". Of letters the page hears only that they were pressed. */
  void press(String key) {
    JsonObject pressed = new JsonObject().put("key", key).put("code", key);
    boolean isEnter = key.equals("Enter");
    if (isEnter) {
      // without a text no form is sent
      pressed.put("text", "\r").put("windowsVirtualKeyCode", 13);
    }
    for (String type : List.of(isEnter ? "keyDown" : "rawKeyDown", "keyUp")) {
      call("Input.dispatchKeyEvent", pressed.copy().put("type", type));
    }
  }

  /** A string as a script writes it. */
  static String quote(String text) {
    return Json.encode(text);
  }

  @Override
  public void close() {
    if (isFrame) {
      devTools.call("Target.detachFromTarget", new JsonObject().put("sessionId", session));
    } else {
      devTools.call("Target.closeTarget", new JsonObject().put("targetId", target));
    }
  }

  private JsonObject call(String method, JsonObject parameters) {
    return devTools.call(session, method, parameters);
  }

  private void hear(JsonObject event) {
    JsonObject parameters = event.getJsonObject("params");
    switch (event.getString("method")) {
      case "Runtime.exceptionThrown" -> complaints.add("exception: " + parameters.encode());
      case "Page.javascriptDialogOpening" -> dismiss(parameters);
      case "Log.entryAdded" -> {
        JsonObject entry = parameters.getJsonObject("entry");
        complainIfError(entry.getString("level"), entry);
      }
      case "Runtime.consoleAPICalled" -> complainIfError(parameters.getString("type"), parameters);
      default -> {
        // not a complaint
      }
    }
  }

  private void complainIfError(String level, JsonObject what) {
    if (level.equals("error")) {
      complaints.add(what.encode());
    }
  }

  /** A dialog would hold up every further command. */
  private void dismiss(JsonObject dialog) {
    complaints.add("dialog: " + dialog.encode());
    devTools.tell(session, "Page.handleJavaScriptDialog", new JsonObject().put("accept", true));
  }
}
