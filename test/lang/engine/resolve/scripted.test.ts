import { describe, expect, test } from "bun:test";
import { importsOf, linksOf, openOf } from "./_tree.ts";

const calls = (files: Record<string, string>, from = ""): string[] => linksOf(files, from).filter((line) => line.includes(" calls "));

describe("php", () => {
  test("namespaces, use with groups and functions, self, static, parent, fields, chains", () => {
    const files = {
      "composer.json": '{"autoload": {"psr-4": {"App\\\\": "src/"}}}',
      "src/Models/User.php": `<?php
namespace App\\Models;
use App\\Base\\Model;
class User extends Model {
  private Repo $repo;
  public function __construct(Repo $r) { $this->repo = $r; parent::__construct(); }
  public function save(): self { $this->touch(); $this->repo->load(); static::make(); helper(); return $this; }
  public static function make(): User { return new User(new Repo()); }
}
class Repo { function load() {} }
`,
      "src/Base/Model.php":
        "<?php\nnamespace App\\Base;\nabstract class Model { public function __construct() {} public function touch() {} }\n",
      "src/functions.php": "<?php\nnamespace App;\nfunction helper() {}\n",
      "src/main.php": `<?php
use App\\Models\\User;
use App\\Models\\{Repo as R};
use function App\\helper;
$u = new User(new R());
$u->save()->save();
User::make()->touch();
helper();
strlen('x');
$z->save();
`,
    };
    expect(calls(files)).toEqual([
      "src/Models/User.php:User.__construct calls src/Base/Model.php:Model.__construct typed",
      "src/Models/User.php:User.make calls src/Models/User.php:Repo exact",
      "src/Models/User.php:User.make calls src/Models/User.php:User exact",
      "src/Models/User.php:User.save calls src/Base/Model.php:Model.touch typed",
      "src/Models/User.php:User.save calls src/Models/User.php:Repo.load typed",
      "src/Models/User.php:User.save calls src/Models/User.php:User.make typed",
      "src/main.php calls src/Base/Model.php:Model.touch typed",
      "src/main.php calls src/Models/User.php:Repo exact",
      "src/main.php calls src/Models/User.php:User exact",
      "src/main.php calls src/Models/User.php:User.make exact",
      "src/main.php calls src/Models/User.php:User.save typed",
      "src/main.php calls src/functions.php:helper exact",
    ]);
    // a function of another namespace is not seen without `use`
    expect(openOf(files, "src/Models/User.php")).toEqual(["helper"]);
    expect(openOf(files, "src/main.php")).toEqual(["$z.save"]);
  });
});

describe("ruby", () => {
  test("a negated word calls; what a module is mixed into is made, never the module", () => {
    const files = {
      "a.rb": `module Finders
  def find_by(name)
    new(name)
  end
end
class Base
  extend Finders
  def empty?; end
  def valid?
    !empty? && true
  end
  def self.make
    new
  end
end
`,
    };
    expect(calls(files)).toEqual(["a.rb:Base.make calls a.rb:Base exact", "a.rb:Base.valid? calls a.rb:Base.empty? exact"]);
  });

  test("constants by nesting, mixins, superclasses, instance variables, plain names defined once", () => {
    const files = {
      "lib/app.rb": `require_relative 'app/session'
require 'json'
module App
  class Base
    def close; end
  end
  def self.run
    s = Session.new(1)
    s.save
    helper
    x.save
  end
end
`,
      "lib/app/session.rb": `module App
  module Mix
    def mixed; end
  end
  class Session < Base
    include Mix
    def initialize(x)
      @pool = Pool.new
    end
    def save
      close()
      self.touch
      mixed()
      @pool.get
      puts 1
    end
    def touch; end
  end
  class Pool
    def get; end
  end
end
`,
      "lib/util.rb": "def helper; end\nmodule App\n  class Session\n    def extra\n      save()\n    end\n  end\nend\n",
    };
    expect(calls(files)).toEqual([
      "lib/app.rb:App.run calls lib/app/session.rb:App.Session exact",
      "lib/app.rb:App.run calls lib/app/session.rb:App.Session.save typed",
      "lib/app.rb:App.run calls lib/util.rb:helper unique",
      "lib/app/session.rb:App.Session.initialize calls lib/app/session.rb:App.Pool exact",
      "lib/app/session.rb:App.Session.save calls lib/app.rb:App.Base.close exact",
      "lib/app/session.rb:App.Session.save calls lib/app/session.rb:App.Mix.mixed exact",
      "lib/app/session.rb:App.Session.save calls lib/app/session.rb:App.Pool.get typed",
      "lib/app/session.rb:App.Session.save calls lib/app/session.rb:App.Session.touch typed",
      "lib/util.rb:App.Session.extra calls lib/app/session.rb:App.Session.save exact",
    ]);
    expect(importsOf(files)).toEqual(["lib/app.rb imports @json external", "lib/app.rb imports lib/app/session.rb exact"]);
    expect(openOf(files, "lib/app.rb")).toEqual(["x.save"]);
  });
});

describe("bash", () => {
  test("sourced files first, then the only function of that name", () => {
    const files = {
      "run.sh": "#!/bin/bash\n. ./lib/other.sh\nsource $HERE/lib/util.sh\nmain() { log x; other; elsewhere; undefined_thing; }\nmain\n",
      "lib/util.sh": 'log() { echo "$1"; }\n',
      "lib/other.sh": "function other { log y; }\n",
      "bin/x.sh": "elsewhere() { :; }\n",
    };
    expect(calls(files)).toEqual([
      "lib/other.sh:other calls lib/util.sh:log unique",
      "run.sh calls run.sh:main exact",
      "run.sh:main calls bin/x.sh:elsewhere unique",
      "run.sh:main calls lib/other.sh:other exact",
      "run.sh:main calls lib/util.sh:log exact",
    ]);
  });
});
