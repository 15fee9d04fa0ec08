import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import com.sun.tools.javac.tree.JCTree;
import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Calls of a tree as javac understands them, one JSON line each; run by accuracy.ts.
 *
 *   java --add-exports jdk.compiler/com.sun.tools.javac.tree=ALL-UNNAMED Calls.java ROOT < LIST-OF-FILES
 *
 * A line is [file, line, column, name, file of the definition, its line, its name, how, line of the caller, its name]; lines are 1-based. Only calls
 * whose method or constructor is written in one of the listed files are told; `how` is call, new or reference (`A::m`). A class without a
 * written constructor stands for it. What the tree depends on is not there: javac says so and attributes the rest.
 */
public final class Calls {
  private static PrintStream out;
  private static String root;
  private static Trees trees;

  public static void main(String[] args) throws Exception {
    root = new File(args[0]).getCanonicalPath();
    out = new PrintStream(System.out, false, "UTF-8");
    List<File> files = new ArrayList<>();
    try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line; (line = in.readLine()) != null; ) if (!line.isEmpty()) files.add(new File(root, line));
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    // A module's declaration would hide the packages of all the other modules.
    files.removeIf(file -> file.getName().equals("module-info.java"));
    // Two trees of one repository may hold the same class (main and a benchmark's copy): each is compiled with what is under its own source root first.
    StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
    Iterable<? extends JavaFileObject> units = manager.getJavaFileObjectsFromFiles(files);
    List<String> options = List.of("-proc:none", "-implicit:none", "-Xmaxerrs", "1", "-nowarn", "--enable-preview", "--release", "17");
    JavacTask task = (JavacTask) compiler.getTask(new java.io.PrintWriter(java.io.Writer.nullWriter()), manager, diagnostic -> {}, options, null, units);
    trees = Trees.instance(task);
    List<CompilationUnitTree> parsed = new ArrayList<>();
    for (CompilationUnitTree unit : task.parse()) parsed.add(unit);
    try {
      task.analyze();
    } catch (RuntimeException | AssertionError error) {
      System.err.println("javac: " + error);
    }
    for (CompilationUnitTree unit : parsed) new Scan(unit).scan(unit, null);
    out.flush();
  }

  private static String text(String value) {
    return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private static String pathOf(CompilationUnitTree unit) {
    try {
      return new File(unit.getSourceFile().toUri()).getCanonicalPath().substring(root.length() + 1);
    } catch (java.io.IOException error) {
      throw new java.io.UncheckedIOException(error);
    }
  }

  private static long lineOf(CompilationUnitTree unit, Tree tree) {
    return unit.getLineMap().getLineNumber(((JCTree) tree).pos);
  }

  private static final class Scan extends TreePathScanner<Void, Void> {
    private final CompilationUnitTree unit;
    private final String path;

    Scan(CompilationUnitTree unit) {
      this.unit = unit;
      this.path = pathOf(unit);
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree node, Void nothing) {
      // The name's own place: a chain over several lines has its calls on each.
      Tree select = node.getMethodSelect();
      tell(new TreePath(getCurrentPath(), select), ((JCTree) select).pos, "call");
      return super.visitMethodInvocation(node, nothing);
    }

    @Override
    public Void visitNewClass(NewClassTree node, Void nothing) {
      tell(getCurrentPath(), ((JCTree) node).pos, "new");
      return super.visitNewClass(node, nothing);
    }

    @Override
    public Void visitMemberReference(MemberReferenceTree node, Void nothing) {
      tell(getCurrentPath(), ((JCTree) node).pos, "reference");
      return super.visitMemberReference(node, nothing);
    }

    private void tell(TreePath at, int position, String how) {
      Element element = trees.getElement(at);
      if (!(element instanceof ExecutableElement)) return;
      boolean constructor = element.getKind() == ElementKind.CONSTRUCTOR;
      Element owner = element.getEnclosingElement();
      if (constructor && owner.getSimpleName().length() == 0) {
        // `new Base(x) { … }`: the anonymous class's own constructor calls its superclass's; the class is what is named
        if (!(at.getLeaf() instanceof NewClassTree)) return;
        Element named = trees.getElement(new TreePath(at, ((NewClassTree) at.getLeaf()).getIdentifier()));
        if (named == null || named.getKind() == ElementKind.INTERFACE) return;
        Element above = anonymousConstructor((NewClassTree) at.getLeaf(), at);
        if (above == null) return;
        element = above;
        owner = element.getEnclosingElement();
      }
      TreePath definition = trees.getPath(element);
      boolean written = definition != null && definition.getLeaf() instanceof MethodTree && ((JCTree.JCMethodDecl) definition.getLeaf()).pos >= 0 && !generated(definition);
      String name = constructor ? owner.getSimpleName().toString() : element.getSimpleName().toString();
      TreePath place = written ? definition : trees.getPath(owner);
      if (place == null) return;
      // the constants of an enumeration that has no constructor of its own
      if (constructor && !written && owner.getKind() == ElementKind.ENUM) return;
      if (!constructor && !written) return; // values() and valueOf() of enums, accessors of records
      CompilationUnitTree other = place.getCompilationUnit();
      TreePath caller = at;
      while (caller != null && !(caller.getLeaf() instanceof MethodTree) && !(caller.getLeaf() instanceof ClassTree)) caller = caller.getParentPath();
      String callerName = caller == null ? "" : caller.getLeaf() instanceof MethodTree ? ((MethodTree) caller.getLeaf()).getName().toString() : ((ClassTree) caller.getLeaf()).getSimpleName().toString();
      long callerLine = caller == null ? 0 : lineOf(unit, caller.getLeaf());
      if (caller != null && caller.getLeaf() instanceof MethodTree && generated(caller)) return;
      out.println(
          "[" + text(path) + "," + unit.getLineMap().getLineNumber(position) + "," + unit.getLineMap().getColumnNumber(position) + "," + text(name) + ","
              + text(pathOf(other)) + "," + lineOf(other, place.getLeaf()) + "," + text(name) + "," + text(how) + "," + callerLine + "," + text(callerName) + "]");
    }

    /** The superclass's constructor that an anonymous class's own calls. */
    private static Element anonymousConstructor(NewClassTree node, TreePath at) {
      if (node.getClassBody() == null) return null;
      for (Tree member : node.getClassBody().getMembers()) {
        if (!(member instanceof MethodTree) || !((MethodTree) member).getName().contentEquals("<init>")) continue;
        BlockTree body = ((MethodTree) member).getBody();
        if (body == null || body.getStatements().isEmpty() || !(body.getStatements().get(0) instanceof ExpressionStatementTree)) return null;
        ExpressionTree call = ((ExpressionStatementTree) body.getStatements().get(0)).getExpression();
        if (!(call instanceof JCTree.JCMethodInvocation)) return null;
        JCTree.JCExpression method = ((JCTree.JCMethodInvocation) call).meth;
        return method instanceof JCTree.JCIdent ? ((JCTree.JCIdent) method).sym : method instanceof JCTree.JCFieldAccess ? ((JCTree.JCFieldAccess) method).sym : null;
      }
      return null;
    }

    /** A constructor that javac wrote. */
    private static boolean generated(TreePath path) {
      long generated = 1L << 36; // Flags.GENERATEDCONSTR
      return (((JCTree.JCMethodDecl) path.getLeaf()).mods.flags & generated) != 0;
    }
  }
}
