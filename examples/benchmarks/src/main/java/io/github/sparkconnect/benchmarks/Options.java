package io.github.sparkconnect.benchmarks;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The command line: what to run, and {@code -D<name>=<value>} for how. */
record Options(String benchmark, Map<String, String> values) {

  static Options parse(List<String> arguments) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String argument : arguments.subList(1, arguments.size())) {
      String[] pair = argument.replaceFirst("^-D", "").split("=", 2);
      values.put(pair[0], pair.length > 1 ? pair[1] : "true");
    }
    return new Options(arguments.get(0), values);
  }

  String text(String name) {
    String value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("-D" + name + "=... is missing");
    }
    return value;
  }

  Path path(String name) {
    return Path.of(text(name)).toAbsolutePath().normalize();
  }

  int number(String name, int standard) {
    return Integer.parseInt(values.getOrDefault(name, String.valueOf(standard)));
  }

  List<Integer> numbers(String name, String standard) {
    return Arrays.stream(values.getOrDefault(name, standard).split(",", -1))
        .map(Integer::parseInt)
        .toList();
  }

  List<Variant> variants() {
    return Arrays.stream(values.getOrDefault("variants", "a,b,c,d,e").split(",", -1))
        .map(Variant::of)
        .toList();
  }
}
