import groovy.json.JsonSlurper
import groovy.xml.XmlSlurper

def log = new File(basedir, 'build.log').text
def runs = log.split('BUILD (SUCCESS|FAILURE)')
assert runs.length == 4 : 'expected three builds'
def lines = { String text -> text.readLines() }

// No JUnit version, and nothing else, warns about us; no class fails to link.
def warnings = lines(log).findAll {
  it =~ /WARN/ && (it.contains('sparkconnect') || it.contains('SparkConnectServer') || it.contains('ClassClaim'))
}
// JUnit 6.1 runs its classes side by side: with two servers at once, that JVM says what they share.
def sideBySide = warnings.findAll { it.contains('Several @SparkConnectServer classes run at the same time in this JVM') }
assert sideBySide.size() <= 1 : sideBySide.join('\n')
warnings -= sideBySide
assert warnings.isEmpty() : warnings.join('\n')
assert !(log =~ /NoSuchMethodError|NoClassDefFoundError|AbstractMethodError|IncompatibleClassChangeError|LinkageError/)

// What each suite did, from its reports.
def reports = { String module, String folder = 'target/surefire-reports' ->
  def files = new File(basedir, "$module/$folder").listFiles()?.findAll { it.name ==~ /TEST-.*\.xml/ }
  assert files : "no reports in $module/$folder"
  files.collect { new XmlSlurper().parse(it) }
}
def sum = { suites, String what -> suites.collect { it["@$what"].text() as int }.sum() }
def passes = { String module, int tests, String folder = 'target/surefire-reports' ->
  def suites = reports(module, folder)
  assert [sum(suites, 'tests'), sum(suites, 'failures'), sum(suites, 'errors'), sum(suites, 'skipped')] == [tests, 0, 0, 0] :
      "$module/$folder"
}

// The others run in the profile `matrix`.
def modules = basedir.listFiles().findAll { it.name.startsWith('junit-') && new File(it, 'target').exists() }*.name
assert modules.containsAll(['junit-5.10', 'junit-5.14', 'junit-6.1'])
modules.each { module ->
  def suites = reports(module)
  def purpose = suites.find { it.@name.text().endsWith('FailsOnPurposeCase') }
  def rest = suites - purpose
  assert [sum(rest, 'tests'), sum(rest, 'failures'), sum(rest, 'errors'), sum(rest, 'skipped')] == [12, 0, 0, 0] : module
  assert [sum([purpose], 'tests'), sum([purpose], 'failures'), sum([purpose], 'errors')] == [1, 1, 0] : module
  // The test's own failure, and beside it where the server's log of that time is.
  def text = purpose.testcase.failure.text()
  assert purpose.testcase.failure.@message.text() == 'on purpose' : module
  def place = (text =~ /log while this test ran.*: (\S+\.log)/)
  assert place.find() : "$module: $text"
  if (module != 'junit-5.10') {
    assert new File(place.group(1)).text.contains('said by the server') : module
  }
}
[['1-true', 1], ['1-false', 3], ['2-true', 2], ['2-false', 3]].each { passes('forks', 3, "target/reports-${it[0]}") }
// Surefire's reports of suites do not count all that was run; what it says does.
assert lines(runs[0]).any { it.contains('Tests run: 7, Failures: 0, Errors: 0, Skipped: 0') && !it.contains('Time elapsed') }
passes('kotlin', 2)
passes('scala', 2)
passes('killed', 1)
passes('folders', 2)

// All the forks of the first build had two servers; the rest met them up.
def booted = { String text ->
  (text =~ /\[spark-connect\] \d+ test class(?:es)? on .*: (\d+) booted/).collect { it[1] as int }.sum(0)
}
def retired = (runs[0] =~ /\[spark-connect\] .*server [0-9a-f]{12} is retired/).size()
assert booted(runs[0]) in 1..(2 + retired) : runs[0]
def killed = new File(basedir, 'killed/target/halted').text
assert killed ==~ /[0-9a-f]{12}/
assert booted(runs[2]) in [1, 2] : runs[2]

['spark-warehouse', 'metastore_db', 'derby.log', 'artifacts'].each { name ->
  basedir.eachDirRecurse { assert !(it.name == name) : "$it was left in the project" }
}
basedir.eachFileRecurse { assert !it.name.endsWith('.dump') && !it.name.endsWith('.dumpstream') || it.path.contains('/killed/') : it }

// The audit: what lives is recorded, once, and nobody's; what held the halted fork's tests is gone.
def pool = new File(basedir, '../../pool')
def records = pool.listFiles().findAll { it.name ==~ /(pending|server|retired|claimed-\d+)-[0-9a-f]{12}\.json/ }
def end = System.currentTimeMillis() + 30000
while (records.any { !it.name.startsWith('server-') } && System.currentTimeMillis() < end) {
  Thread.sleep(250)
  records = pool.listFiles().findAll { it.name ==~ /(pending|server|retired|claimed-\d+)-[0-9a-f]{12}\.json/ }
}
assert records.every { it.name.startsWith('server-') } : records
def recorded = records.collect { new JsonSlurper().parse(it).pid as long } as Set
def living = ProcessHandle.allProcesses()
    .filter { p -> p.info().commandLine().orElse('').with { it.contains('SparkConnectMemberMain ' + pool.canonicalPath) } }
    .map { it.pid() }.toList() as Set
assert living == recorded
assert !(killed in records.collect { it.name[7..18] })
assert !pool.listFiles().any { it.name.startsWith('waiting-') }

// Removing the pool's directory ends its servers.
pool.deleteDir()
return true
