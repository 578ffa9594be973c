package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"log"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// sources is what reflection cannot see: string constants and the markers above types.
type sources struct {
	enums   map[string][]string          // type id -> the constants of that type
	untyped map[string]map[string]string // package -> constant name -> value
	clients map[string]string            // type id -> its +genclient markers
	gates   map[string][]string          // type id and Go field -> its +featureGate markers
}

// sourceModules have the API types, below these folders.
var sourceModules = map[string]string{
	"k8s.io/api":                     "",
	"k8s.io/apimachinery":            "pkg/apis/meta/v1",
	"k8s.io/apiextensions-apiserver": "pkg/apis/apiextensions",
	"k8s.io/kube-aggregator":         "pkg/apis/apiregistration",
}

func readSources() *sources {
	s := &sources{map[string][]string{}, map[string]map[string]string{}, map[string]string{}, map[string][]string{}}
	for module, below := range sourceModules {
		dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module).Output()
		if err != nil {
			log.Fatalf("go list %s: %v", module, err)
		}
		base := strings.TrimSpace(string(dir))
		for _, depth := range []string{"", "*", "*/*"} {
			files, _ := filepath.Glob(filepath.Join(base, below, depth, "*.go"))
			for _, file := range files {
				name := filepath.Base(file)
				if strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, "zz_") || strings.HasPrefix(name, "generated") {
					continue
				}
				rel, _ := filepath.Rel(base, filepath.Dir(file))
				s.readFile(file, module+"/"+filepath.ToSlash(rel))
			}
		}
	}
	return s
}

func (s *sources) readFile(file, pkg string) {
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
	if err != nil {
		log.Fatal(err)
	}
	for _, decl := range parsed.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range gen.Specs {
			switch spec := spec.(type) {
			case *ast.ValueSpec:
				s.readConstant(pkg, spec)
			case *ast.TypeSpec:
				s.readMarkers(pkg+"."+spec.Name.Name, parsed, gen)
				s.readGates(pkg+"."+spec.Name.Name, spec)
			}
		}
	}
}

func (s *sources) readConstant(pkg string, spec *ast.ValueSpec) {
	for i, value := range spec.Values {
		named, isNamed := spec.Type.(*ast.Ident)
		if call, ok := value.(*ast.CallExpr); ok && len(call.Args) == 1 {
			value = call.Args[0]
			named, isNamed = call.Fun.(*ast.Ident)
		}
		lit, ok := value.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			continue
		}
		text, _ := strconv.Unquote(lit.Value)
		if isNamed && named.Name != "string" {
			s.enums[pkg+"."+named.Name] = append(s.enums[pkg+"."+named.Name], text)
		} else {
			if s.untyped[pkg] == nil {
				s.untyped[pkg] = map[string]string{}
			}
			s.untyped[pkg][spec.Names[i].Name] = text
		}
	}
}

// readMarkers takes the comment groups that end on the lines just above the type.
func (s *sources) readMarkers(id string, file *ast.File, gen *ast.GenDecl) {
	var text strings.Builder
	for _, group := range file.Comments {
		if group.End() < gen.Pos() && group.Pos() > previousEnd(file, gen) {
			for _, line := range group.List {
				text.WriteString(line.Text + "\n")
			}
		}
	}
	if gen.Doc != nil {
		for _, line := range gen.Doc.List {
			text.WriteString(line.Text + "\n")
		}
	}
	if strings.Contains(text.String(), "+genclient") {
		s.clients[id] = text.String()
	}
}

func previousEnd(file *ast.File, gen *ast.GenDecl) token.Pos {
	end := file.Name.End()
	for _, decl := range file.Decls {
		if decl.End() < gen.Pos() && decl.End() > end {
			end = decl.End()
		}
	}
	return end
}
