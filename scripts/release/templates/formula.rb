class Manifold < Formula
  desc "@DESCRIPTION@"
  homepage "@REPOSITORY@"
  version "@VERSION@"
  license "MIT"

  on_macos do
    on_arm do
      url "@DOWNLOADS@/v@VERSION@/manifold-@VERSION@-darwin-arm64.tar.gz"
      sha256 "@SUM:darwin-arm64@"
    end
    on_intel do
      url "@DOWNLOADS@/v@VERSION@/manifold-@VERSION@-darwin-x64.tar.gz"
      sha256 "@SUM:darwin-x64@"
    end
  end
  on_linux do
    on_arm do
      url "@DOWNLOADS@/v@VERSION@/manifold-@VERSION@-linux-arm64.tar.gz"
      sha256 "@SUM:linux-arm64@"
    end
    on_intel do
      url "@DOWNLOADS@/v@VERSION@/manifold-@VERSION@-linux-x64.tar.gz"
      sha256 "@SUM:linux-x64@"
    end
  end

  def install
    bin.install "bin/manifold"
    man1.install "share/man/man1/manifold.1"
    bash_completion.install "share/bash-completion/completions/manifold"
    zsh_completion.install "share/zsh/site-functions/_manifold"
    fish_completion.install "share/fish/vendor_completions.d/manifold.fish"
  end

  test do
    (testpath/"a.py").write "def a():\n    return b()\n\n\ndef b():\n    return 1\n"
    assert_match "a.py:2", shell_output("#{bin}/manifold callers b")
  end
end
