package toolchain

// A prepared folder is made in its final place, because compilers write paths
// into what they make. Several xeval processes may want it at the same moment,
// and any of them may be killed half-way:
//
//   - a folder counts as made only when its marker, written last, lists what
//     is in it and all of that is still there; this is checked without a lock,
//     so that a folder in a read-only cache serves as well;
//   - whoever finds it unmade takes the language's lock, looks again, wipes
//     what is left of an earlier try, and makes it.

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/xeval/xeval/internal/lang"
)

// commandTimeout bounds one command of a preparation, downloads included.
const commandTimeout = 20 * time.Minute

// Prepare makes the language's prepared folder unless it is there already. It
// tells progress, which may be nil, what it is about to do. A command that
// fails is a *Missing; everything else, such as a full disk, is a plain error.
func (t *Toolchain) Prepare(ctx context.Context, progress func(string)) error {
	assets := t.Assets()
	if assets == "" {
		return nil
	}
	if progress == nil {
		progress = func(string) {}
	}
	if intact(assets) {
		touch(assets)
		return nil
	}
	if err := t.prepareLocked(ctx, assets, progress); err != nil {
		if m := (*Missing)(nil); errors.As(err, &m) || ctx.Err() != nil {
			return err
		}
		return fmt.Errorf("preparing %s in %s: %w", t.Language.Title, assets, err)
	}
	return nil
}

// Prepared says whether the prepared folder is there and whole.
func (t *Toolchain) Prepared() bool { return t.Assets() == "" || intact(t.Assets()) }

func (t *Toolchain) prepareLocked(ctx context.Context, assets string, progress func(string)) error {
	if err := os.MkdirAll(t.store(), 0o755); err != nil {
		return err
	}
	held, err := lock(ctx, filepath.Join(t.store(), t.Language.Name+".lock"), func() {
		progress(t.Language.Title + ": waiting for another xeval that is preparing it")
	})
	if err != nil {
		return err
	}
	defer unlock(held)
	if intact(assets) { // made by another process while we waited
		return nil
	}
	if err := wipe(assets); err != nil {
		return err
	}
	if err := t.make(ctx, held, progress); err != nil {
		return errors.Join(err, wipe(assets))
	}
	t.prune()
	return nil
}

// make fills the folder and writes its marker.
func (t *Toolchain) make(ctx context.Context, held *os.File, progress func(string)) error {
	assets := t.Assets()
	if err := os.Mkdir(assets, 0o755); err != nil {
		return err
	}
	for _, f := range t.Language.Preparation.Files {
		if err := writeAsset(assets, f); err != nil {
			return err
		}
	}
	for _, c := range t.Language.Preparation.Commands {
		progress(t.Language.Title + ": " + c.Need)
		if err := t.runCommand(ctx, c, held); err != nil {
			return err
		}
	}
	if err := publish(assets); err != nil {
		return err
	}
	return writeMarker(assets)
}

func writeAsset(assets string, f lang.File) error {
	if !filepath.IsLocal(f.Name) {
		return fmt.Errorf("file %q of the preparation is not inside its folder", f.Name)
	}
	file := filepath.Join(assets, f.Name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, []byte(f.Text), 0o644)
}

// runCommand runs one command in the prepared folder with the user's whole
// environment, so that the registries' clients find their settings. It inherits
// the lock: should this process be killed, the lock stays until the command,
// which goes on writing to the folder, has ended too.
func (t *Toolchain) runCommand(ctx context.Context, c lang.Command, held *os.File) error {
	file := t.Executable(c.Tool)
	if file == "" {
		return fmt.Errorf("a preparation command uses a tool %q, which %s does not have", c.Tool, t.Language.Title)
	}
	limited, cancel := context.WithTimeout(ctx, commandTimeout)
	defer cancel()
	args := make([]string, len(c.Args))
	for i, a := range c.Args {
		args[i] = t.Expand(a)
	}
	cmd := exec.CommandContext(limited, file, args...)
	output := &tailBuffer{limit: 16 << 10}
	cmd.Stdout, cmd.Stderr = output, output
	cmd.Dir, cmd.Env, cmd.ExtraFiles = t.Assets(), t.commandEnv(c), []*os.File{held}
	ownGroup(cmd)
	err := cmd.Run()
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case limited.Err() != nil:
		err = fmt.Errorf("not done in %s", commandTimeout)
	}
	cause := fmt.Errorf("%s: %s: %w%s", c.Need, commandLine(file, args), err, quoteTail(output.String()))
	return missing(t.Language, c.Tool, cause, "xeval doctor --prepare (tries it again)")
}

// commandEnv puts the language's own tools first on PATH: a package manager
// must start the compiler that was found, not another one.
func (t *Toolchain) commandEnv(c lang.Command) []string {
	var dirs []string
	for _, tool := range t.tools {
		if d := filepath.Dir(tool.executable); !slices.Contains(dirs, d) {
			dirs = append(dirs, d)
		}
	}
	env := append(slices.Clone(t.config.Env), "PATH="+strings.Join(append(dirs, t.config.Path), ":"), "LC_ALL=C.UTF-8")
	for _, e := range c.Env {
		env = append(env, t.Expand(e))
	}
	return env
}

// publish lets every user read the folder and nobody but its owner write it:
// programs are run under other users, and package managers keep modes of their
// own.
func publish(folder string) error {
	return filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.Type()&fs.ModeSymlink != 0 {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		mode := fs.FileMode(0o644)
		if info.IsDir() || info.Mode()&0o111 != 0 {
			mode = 0o755
		}
		if info.Mode().Perm() == mode {
			return nil
		}
		return os.Chmod(path, mode)
	})
}

// wipe removes a folder whatever modes a package manager left in it.
func wipe(folder string) error {
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			return os.Chmod(path, 0o755)
		}
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return os.RemoveAll(folder)
}

// tailBuffer keeps the last bytes written to it.
type tailBuffer struct {
	kept  []byte
	limit int
}

func (b *tailBuffer) Write(text []byte) (int, error) {
	b.kept = append(b.kept, text...)
	if n := len(b.kept) - b.limit; n > 0 {
		b.kept = append(b.kept[:0], b.kept[n:]...)
	}
	return len(text), nil
}

func (b *tailBuffer) String() string { return string(b.kept) }
