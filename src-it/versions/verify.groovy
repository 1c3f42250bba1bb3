import groovy.xml.XmlSlurper

def log = new File(basedir, 'build.log').text
def ours = log.readLines().findAll { it =~ /WARN/ && it =~ /sparkconnect|SparkConnect/ }
assert ours.isEmpty() : ours.join('\n')
assert !(log =~ /NoSuchMethodError|NoClassDefFoundError|AbstractMethodError|IncompatibleClassChangeError|LinkageError/)

// Each row that was built has passed, whole.
def rows = basedir.listFiles().findAll { new File(it, 'target').exists() }
assert rows*.name.containsAll(['spark-4.2', 'spark-4.0', 'spark-4.1-client'])
rows.each { row ->
  def suites = new File(row, 'target/surefire-reports').listFiles()
      .findAll { it.name ==~ /TEST-.*\.xml/ }
      .collect { new XmlSlurper().parse(it) }
  def sum = { what -> suites.collect { it["@$what"].text() as int }.sum() }
  assert ['tests', 'failures', 'errors', 'skipped'].collect(sum) == [5, 0, 0, 0] : row.name
}

// One pool, and no server for two versions; the rows with the same servers share them.
def used = rows.collectEntries { row ->
  def files = new File(row, 'target/used').listFiles()
  assert files.length == 1 : "${row.name}: both classes have the same server"
  [row.name, [uid: files[0].name, version: files[0].text]]
}
used.values().groupBy { it.uid }.each { uid, rowsOfIt ->
  assert rowsOfIt*.version.unique().size() == 1 : used
}
assert used['spark-4.2'].version == '4.2.0'
assert used['spark-4.0'].version == '4.0.0'
assert used['spark-4.1-client'].version == '4.2.0'
assert used['spark-4.2'].uid != used['spark-4.0'].uid
// Those two need the same server; the ones on Java 25 others than all of these.
assert used['spark-4.1-client'].uid == used['spark-4.2'].uid
if (used['java-25']) {
  def onJava17 = [used['spark-4.2'].uid, used['spark-4.0'].uid]
  assert !(used['java-25'].uid in onJava17) && !(used['java-25-servers'].uid in onJava17) : used
}
println used

// Removing the pool's directory ends its servers.
new File(basedir, '../../pool').deleteDir()
return true
