package io.github.sparkconnect.member;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TimeZone;
import org.apache.logging.log4j.Level;

/** Keeps what code in this JVM can change for all others: properties, zone, locale, log levels. */
final class JvmKeeper implements Keeper {

  private final Map<String, String> properties = properties();
  private final TimeZone zone = TimeZone.getDefault();
  private final Locale locale = Locale.getDefault();
  private final Locale display = Locale.getDefault(Locale.Category.DISPLAY);
  private final Locale format = Locale.getDefault(Locale.Category.FORMAT);
  private final Map<String, Level> levels = MemberLog.levels();

  @Override
  public List<Difference> differences() {
    List<Difference> differences = new ArrayList<>();
    Changes.between(properties, properties())
        .forEach(name -> differences.add(property(name, properties.get(name))));
    // Compared by rules, too: somebody may have changed a zone object.
    TimeZone zoneNow = TimeZone.getDefault();
    if (!zoneNow.equals(zone)) {
      differences.add(
          new Difference(
              "default time zones",
              zoneNow.getID(),
              () -> TimeZone.setDefault((TimeZone) zone.clone())));
    }
    if (!locale.equals(Locale.getDefault())
        || !display.equals(Locale.getDefault(Locale.Category.DISPLAY))
        || !format.equals(Locale.getDefault(Locale.Category.FORMAT))) {
      differences.add(
          new Difference("default locales", Locale.getDefault().toString(), this::restoreLocale));
    }
    Map<String, Level> levelsNow = MemberLog.levels();
    if (!levelsNow.equals(levels)) {
      differences.add(
          new Difference(
              "log levels",
              String.join(", ", Changes.between(levels, levelsNow)),
              () -> MemberLog.restore(levels)));
    }
    return differences;
  }

  private static Difference property(String name, @org.jspecify.annotations.Nullable String value) {
    return new Difference(
        "system properties",
        name,
        () -> {
          if (value == null) {
            System.clearProperty(name);
          } else {
            System.setProperty(name, value);
          }
        });
  }

  private void restoreLocale() {
    Locale.setDefault(locale);
    Locale.setDefault(Locale.Category.DISPLAY, display);
    Locale.setDefault(Locale.Category.FORMAT, format);
  }

  private static Map<String, String> properties() {
    Map<String, String> copy = new HashMap<>();
    System.getProperties()
        .forEach((name, value) -> copy.put(name.toString(), Objects.toString(value)));
    return copy;
  }
}
