package io.github.sparkconnect.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The grammar of names, with the hostile ones. */
class EntryNameTest {

  private static final Uid UID = new Uid("0123456789ab");

  static Stream<Arguments> ours() {
    return Stream.of(
        Arguments.of(".lock", new EntryName.Lock()),
        Arguments.of(".lock-holder", new EntryName.LockHolder()),
        Arguments.of("pending-0123456789ab.json", new EntryName.Pending(UID)),
        Arguments.of("server-0123456789ab.json", new EntryName.Server(UID)),
        Arguments.of("retired-0123456789ab.json", new EntryName.Retired(UID)),
        Arguments.of("claimed-1-0123456789ab.json", new EntryName.Claimed(1, UID)),
        Arguments.of(
            "claimed-2147483647-0123456789ab.json", new EntryName.Claimed(2147483647, UID)),
        Arguments.of("waiting-17-42.json", new EntryName.Waiting(17, 42)),
        Arguments.of(
            "waiting-17-9223372036854775807.json", new EntryName.Waiting(17, Long.MAX_VALUE)),
        Arguments.of("member-0123456789ab", new EntryName.MemberDirectory(UID)),
        Arguments.of(".tmp-17-00000000000000ff", new EntryName.Temporary(17, "00000000000000ff")));
  }

  @ParameterizedTest
  @MethodSource("ours")
  void parsesAndSpellsWhatIsOurs(String fileName, EntryName name) {
    assertThat(EntryName.parse(fileName)).contains(name);
    assertThat(name.fileName()).isEqualTo(fileName);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        ".",
        "..",
        "/",
        "\0",
        "lock",
        ".lock ",
        ".lock-holder.json",
        "server-.json",
        "server-0123456789ab",
        "server-0123456789ab.json.swp",
        ".server-0123456789ab.json.swp",
        "server-0123456789ab.json~",
        "server-0123456789ab.json\n",
        "\nserver-0123456789ab.json",
        "server-0123456789ab.JSON",
        "Server-0123456789ab.json",
        "server-0123456789AB.json",
        "server-0123456789a.json",
        "server-0123456789abc.json",
        "server-0123456789ag.json",
        "server-0123456789a\u00B2.json",
        "server--0123456789ab.json",
        "server-1-0123456789ab.json",
        "../server-0123456789ab.json",
        "idle-0123456789ab.json",
        "claimed-0123456789ab.json",
        "claimed--0123456789ab.json",
        "claimed-0-0123456789ab.json",
        "claimed--1-0123456789ab.json",
        "claimed-+1-0123456789ab.json",
        "claimed-01-0123456789ab.json",
        "claimed-1.5-0123456789ab.json",
        "claimed-1e3-0123456789ab.json",
        "claimed- 1-0123456789ab.json",
        "claimed-2147483648-0123456789ab.json",
        "claimed-4294967297-0123456789ab.json",
        "claimed-9999999999-0123456789ab.json",
        "claimed-99999999999999999999-0123456789ab.json",
        "claimed-1\u00B2-0123456789ab.json",
        "claimed-\u0661\u0662-0123456789ab.json",
        "claimed-\uFF11-0123456789ab.json",
        "claimed-1-.json",
        "waiting-17.json",
        "waiting-17-.json",
        "waiting-17-0.json",
        "waiting-17-042.json",
        "waiting-17--42.json",
        "waiting-17-9223372036854775808.json",
        "waiting-0-42.json",
        "member-",
        "member-x.swp",
        "member-0123456789ab.json",
        "member-0123456789ab/",
        ".tmp-17-ff",
        ".tmp-17-00000000000000FF",
        ".tmp-0-00000000000000ff",
      })
  void isNotOurs(String fileName) {
    assertThat(EntryName.parse(fileName)).isEmpty();
  }

  @Property
  void isTotalAndAcceptsOnlyItsOwnSpelling(@ForAll String anything) {
    EntryName.parse(anything).ifPresent(n -> assertThat(n.fileName()).isEqualTo(anything));
  }

  @Property
  void nothingButDigitsMakesAPid(@ForAll String pid) {
    EntryName.parse("claimed-" + pid + "-0123456789ab.json")
        .ifPresent(
            name ->
                assertThat(name)
                    .isEqualTo(new EntryName.Claimed(Long.parseLong(pid), UID))
                    .extracting(EntryName::fileName)
                    .asString()
                    .contains(pid));
  }
}
