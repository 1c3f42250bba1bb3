import java.nio.file.Files
import java.nio.file.Path

def log = new File(basedir, 'build.log').text
def runs = log.split('BUILD SUCCESS')
assert runs.length == 3 : 'expected two successful builds'

def booted = { String text ->
  (text =~ /\[spark-connect\] \d+ test class(?:es)? on .*: (\d+) booted, \d+ reused/)
      .collect { it[1] as int }
}
def first = booted(runs[0])
def second = booted(runs[1])
assert first.sum() in [1, 2] : "servers booted by the first build, per fork: $first"
assert second && second.sum() == 0 : "servers booted by the second build, per fork: $second"

['spark-warehouse', 'metastore_db', 'derby.log', 'artifacts'].each {
  assert !new File(basedir, it).exists() : "$it was left in the project"
}
assert new File(basedir, 'target/surefire-reports').listFiles()
    .findAll { it.name.contains('dump') }.isEmpty()

// The build has ended, and its servers live on, unclaimed.
def pool = new File(basedir, '../../pool')
def idle = pool.listFiles().findAll { it.name ==~ /server-[0-9a-f]{12}\.json/ }
assert idle.size() == first.sum()
idle.each {
  def pid = new groovy.json.JsonSlurper().parse(it).pid
  assert ProcessHandle.of(pid).isPresent() : "member $it.name, process $pid"
}
assert !pool.listFiles().any { it.name.startsWith('claimed-') || it.name.startsWith('waiting-') }

// The published jar is a command line that needs nothing beside it.
def jar = new File(basedir, '../../local-repo/io/github/sparkconnect/spark-connect-junit').canonicalFile
    .with { dir -> def found = []; dir.eachFileRecurse { found << it }; found }
    .find { it.name ==~ /spark-connect-junit-.*(?<!-sources)\.jar/ }
def java = System.getProperty('java.home') + '/bin/java'
def status = [java, "-Dsparkconnect.pool.dir=$pool.canonicalPath", '-Dsparkconnect.server.version=4.2.0', '-jar', jar.path, 'status'].execute()
def said = new StringBuilder()
def complained = new StringBuilder()
status.waitForProcessOutput(said, complained)
assert status.exitValue() == 0 && complained.toString().isEmpty() : "$said$complained"
idle.each { assert said.contains(it.name[7..18] + '  idle') : said }

// Removing the pool's directory ends its servers.
pool.deleteDir()
return true
