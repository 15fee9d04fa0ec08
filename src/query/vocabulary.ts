/**
 * What developers call the same thing: groups of words and abbreviations, one a line, lower-cased. Of an abbreviation with several words only the
 * whole stands for it. Used by the further readings of a question (`--deep`), never by the first.
 */
export const GROUPS: readonly (readonly string[])[] = `
args|arguments|parameters|params|options
auth|authentication|login|signin|credentials
authz|authorization|permission|access control|acl
async|asynchronous|concurrent
attr|attribute|property|prop
init|initialize|setup|bootstrap|start
config|configuration|settings|preferences
ctx|context
conn|connection|socket|link
db|database|storage|persistence
del|delete|remove|erase|drop
dest|destination|target|sink
dir|directory|folder
doc|documentation|document
env|environment
err|error|exception|failure|fault
evt|event|signal|notification
exec|execute|run|invoke
expr|expression
fn|func|function|procedure|routine
fetch|get|retrieve|load|read
fmt|format|formatting|render|print
gc|garbage collector|garbage collection
gen|generate|generator|produce|create
hash|digest|checksum
i18n|internationalization|translation|locale
impl|implementation
idx|index|position|offset
iface|interface|protocol|contract
iter|iterator|iteration|loop|traverse
json|javascript object notation
kv|key value
len|length|size|count
lib|library|package|module
lock|mutex|semaphore|synchronization
log|logger|logging|trace
max|maximum|limit|upper bound
mem|memory|buffer|allocation
msg|message|payload
middleware|interceptor|filter|hook
nav|navigation|route|router|routing
num|number|integer
obj|object|entity|record
opt|option|optional|flag
parse|parser|parsing|decode|deserialize|unmarshal
path|url|uri|location|address
perf|performance|speed|benchmark
pkg|package
plugin|extension|addon
pool|reuse|recycle
prev|previous|before
proc|process|subprocess|child
queue|fifo|buffer|channel
rand|random
reader|input|source|stream
recv|receive|read
ref|reference|pointer|handle
regex|regexp|regular expression|pattern
req|request|query|call
res|resp|response|reply|answer|result
ret|return|result
retry|backoff|repeat|attempt
rm|remove|delete
rpc|remote procedure call
save|store|persist|write
schedule|scheduler|cron|timer|timeout
schema|validation|validate|validator|check
sec|security|secure|sanitize|escape
send|transmit|emit|dispatch|publish
serialize|serializer|encode|encoder|marshal|dump
sql|query|statement
ssl|tls|certificate|encryption
src|source|origin
state|status|lifecycle
str|string|text
struct|structure|record
sync|synchronous|blocking
task|job|work|worker|unit of work
temp|tmp|temporary|scratch
term|terminal|tty|console
test|spec|assertion|check
thread|worker|pool
tmpl|template|layout|view
token|lexer|tokenizer|scan|scanner
tree|ast|syntax tree|node
ttl|expiry|expiration|timeout
tx|transaction|commit|rollback
ui|user interface|widget|component
undo|revert|rollback
user|account|member|principal
util|utility|helper
val|value
var|variable
ver|version|revision
watch|watcher|monitor|observe|observer|listener|subscribe
win|windows
cache|memoize|memo|lru
compress|compression|gzip|deflate|zip
cookie|session
copy|clone|duplicate
crypt|encrypt|encryption|decrypt|cipher
diff|delta|patch|change
download|fetch|pull
upload|push|post
mock|stub|fake|double
any|race|select|first
all|join|gather|barrier
merge|combine|concat|join
sort|order|compare|comparator
stop|close|shutdown|terminate|cancel|abort|dispose
wait|await|poll|block
`
  .trim()
  .split("\n")
  .map((line) => line.split("|"));
