import java.time.Duration
import java.time.Instant
import java.time.OffsetDateTime

def log = new File(basedir, 'build.log').text
def builds = log.split('BUILD SUCCESS')
assert builds.length == 5 : 'expected four successful builds'

def booted = builds.take(4).collect { build ->
  (build =~ /\[spark-connect\] \d+ test class(?:es)? on .*: (\d+) booted, \d+ reused/)
      .collect { it[1] as int }
}
assert booted[0].size() == 6 : "forks of the first build: ${booted[0]}"
assert booted[0].sum() in [1, 2] : "servers booted by the first build, per fork: ${booted[0]}"
booted.tail().each {
  assert it && it.sum() == 0 : "servers booted by each later build, per fork: $booted"
}

// Case C09: what a noisy server writes reaches no channel of a fork.
assert !log.contains('Corrupted channel')
assert new File(basedir, 'target/surefire-reports').listFiles()
    .findAll { it.name.contains('dump') }.isEmpty()

// The servers live on, and hold nobody up; three times ten seconds.
def finished = OffsetDateTime.parse((log =~ /Finished at: (\S+)/).collect { it[1] }.last())
def last = Instant.parse(new File(basedir, 'target/last-test').text)
assert Duration.between(last, finished.toInstant()).toSeconds() <= 30

def counts = new File(basedir, 'target').listFiles().findAll { it.name.startsWith('members-') }
assert counts.size() >= 6
assert counts.collect { it.text as int }.max() in [1, 2] : counts.collect { it.text }

def pool = new File(basedir, 'target/pool')
assert pool.listFiles().findAll { it.name.startsWith('server-') }.size() == booted[0].sum()
assert !pool.listFiles().any { it.name ==~ /(claimed|waiting|pending|retired)-.*/ }

// Servers run a copy of our jar, so that the next build of it does not break them.
def members = pool.listFiles().findAll { it.name.startsWith('member-') }
assert !members.isEmpty()
members.each { assert new File(it, 'java.args').text =~ /own-[0-9a-f]{32}\.jar/ }
pool.deleteDir()
return true
