// Calls of a tree as Go's own type checker understands them, one JSON line each; run by accuracy.ts.
//
//	go run calls.go ROOT
//
// A line is [file, line, column, name, file of the definition, its line, its name, how, line of the caller, its name]; lines are 1-based. Only
// calls whose function or method is declared in the tree are told; how is "call", "reference" (a function that is used without being
// called) or "open" (a call of which the checker knows nothing, no file and no line of a definition). Packages outside the tree and the standard
// library are not there: the checker says so and goes on, and leaves what hangs on them.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
)

type loader struct {
	root    string
	fset    *token.FileSet
	modules map[string]string // folder → module path
	done    map[string]*types.Package
	std     types.Importer
	out     *bufio.Writer
}

func main() {
	root, err := filepath.Abs(os.Args[1])
	if err != nil {
		panic(err)
	}
	fset := token.NewFileSet()
	l := &loader{root, fset, map[string]string{}, map[string]*types.Package{}, importer.ForCompiler(fset, "source", nil), bufio.NewWriter(os.Stdout)}
	defer l.out.Flush()
	var folders []string
	module := regexp.MustCompile(`(?m)^module\s+"?([^\s"]+)`)
	_ = filepath.Walk(root, func(path string, info os.FileInfo, err error) error {
		if err != nil {
			return nil
		}
		if info.IsDir() {
			if name := info.Name(); path != root && (name == "testdata" || name == "vendor" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")) {
				return filepath.SkipDir
			}
			folders = append(folders, path)
		} else if info.Name() == "go.mod" {
			text, _ := os.ReadFile(path)
			if found := module.FindSubmatch(text); found != nil {
				l.modules[filepath.Dir(path)] = string(found[1])
			}
		}
		return nil
	})
	sort.Strings(folders)
	for _, folder := range folders {
		l.tell(folder)
	}
}

// The files of a folder that are built here, by kind: the package's own, its tests inside, its tests outside.
func (l *loader) files(folder string) (own, inside, outside []*ast.File) {
	entries, _ := os.ReadDir(folder)
	for _, entry := range entries {
		name := entry.Name()
		if !strings.HasSuffix(name, ".go") {
			continue
		}
		if match, err := build.Default.MatchFile(folder, name); err != nil || !match {
			continue
		}
		file, _ := parser.ParseFile(l.fset, filepath.Join(folder, name), nil, parser.SkipObjectResolution)
		if file == nil || file.Name == nil {
			continue
		}
		switch {
		case !strings.HasSuffix(name, "_test.go"):
			own = append(own, file)
		case strings.HasSuffix(file.Name.Name, "_test"):
			outside = append(outside, file)
		default:
			inside = append(inside, file)
		}
	}
	return
}

// Import finds a package of the tree, of the standard library, or makes an empty one.
func (l *loader) Import(path string) (*types.Package, error) {
	if known, ok := l.done[path]; ok {
		if known == nil {
			return nil, fmt.Errorf("import cycle: %s", path)
		}
		return known, nil
	}
	best := ""
	for folder, module := range l.modules {
		if path != module && !strings.HasPrefix(path, module+"/") {
			continue
		}
		at := filepath.Join(folder, strings.TrimPrefix(path, module))
		if info, err := os.Stat(at); err == nil && info.IsDir() && len(folder) >= len(best) {
			best = at
		}
	}
	if best != "" {
		l.done[path] = nil
		own, _, _ := l.files(best)
		found := l.check(path, own, nil)
		l.done[path] = found
		return found, nil
	}
	if first, _, _ := strings.Cut(path, "/"); !strings.Contains(first, ".") {
		found, err := l.std.Import(path)
		if found != nil {
			l.done[path] = found
		}
		return found, err
	}
	return nil, fmt.Errorf("not in the tree: %s", path)
}

func (l *loader) check(path string, files []*ast.File, info *types.Info) *types.Package {
	config := types.Config{Importer: l, Error: func(error) {}, FakeImportC: true}
	found, _ := config.Check(path, l.fset, files, info)
	return found
}

func (l *loader) tell(folder string) {
	own, inside, outside := l.files(folder)
	path := l.path(folder)
	for _, files := range [][]*ast.File{append(own, inside...), outside} {
		if len(files) == 0 {
			continue
		}
		info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
		name := path
		if &files[0] != nil && strings.HasSuffix(files[0].Name.Name, "_test") {
			name += "_test"
		}
		l.check(name, files, info)
		for _, file := range files {
			l.scan(file, info)
		}
	}
}

func (l *loader) path(folder string) string {
	for at := folder; ; at = filepath.Dir(at) {
		if module, ok := l.modules[at]; ok {
			return module + strings.TrimPrefix(folder, at)
		}
		if at == l.root || at == "/" {
			return "tree" + strings.TrimPrefix(folder, l.root)
		}
	}
}

func (l *loader) scan(file *ast.File, info *types.Info) {
	for _, declaration := range file.Decls {
		callerName, callerLine := "", 0
		if function, ok := declaration.(*ast.FuncDecl); ok {
			callerName, callerLine = function.Name.Name, l.fset.Position(function.Name.Pos()).Line
		}
		called := map[*ast.Ident]bool{}
		ast.Inspect(declaration, func(node ast.Node) bool {
			switch node := node.(type) {
			case *ast.CallExpr:
				if name := nameOf(node.Fun); name != nil {
					called[name] = true
				}
			case *ast.Ident:
				if called[node] && info.Uses[node] == nil && info.Defs[node] == nil {
					at := l.fset.Position(node.Pos())
					line, _ := json.Marshal([]any{l.relative(at.Filename), at.Line, at.Column, node.Name, "", 0, node.Name, "open", callerLine, callerName})
					fmt.Fprintf(l.out, "%s\n", line)
					return true
				}
				function, ok := info.Uses[node].(*types.Func)
				if !ok {
					return true
				}
				function = function.Origin()
				to := l.fset.Position(function.Pos())
				if !strings.HasPrefix(to.Filename, l.root+"/") {
					return true
				}
				at := l.fset.Position(node.Pos())
				how := "reference"
				if called[node] {
					how = "call"
				}
				line, _ := json.Marshal([]any{l.relative(at.Filename), at.Line, at.Column, node.Name, l.relative(to.Filename), to.Line, function.Name(), how, callerLine, callerName})
				fmt.Fprintf(l.out, "%s\n", line)
			}
			return true
		})
	}
}

func (l *loader) relative(path string) string { return strings.TrimPrefix(path, l.root+"/") }

// The name that a call's function ends in: f, a.f, f[int], (f).
func nameOf(function ast.Expr) *ast.Ident {
	switch function := function.(type) {
	case *ast.Ident:
		return function
	case *ast.SelectorExpr:
		return function.Sel
	case *ast.ParenExpr:
		return nameOf(function.X)
	case *ast.IndexExpr:
		return nameOf(function.X)
	case *ast.IndexListExpr:
		return nameOf(function.X)
	}
	return nil
}
