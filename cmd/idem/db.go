package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed-05176fc3/idem/internal/dbcheck"
)

func newDB() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "db",
		Short:   "Look after IDs in databases",
		Example: `  idem db check sqlite:app.db`,
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newDBCheck())
	return cmd
}

func newDBCheck() *cobra.Command {
	var file string
	var asJSON *bool
	cmd := &cobra.Command{
		Use:   "check [DSN]",
		Short: "Find ID columns that lose digits or sort wrongly",
		Long: `Read the schema of a database, and find the columns of IDs whose type loses
digits or whose collation does not sort as the IDs do. Columns of IDs are those
named id, *_id, *Id and *ID. No rows are read. Exit code 1 if there are any.

DSN is postgres://USER@HOST/DATABASE, mysql://USER@HOST/DATABASE (also for
MariaDB), or sqlite:PATH. One with a password is never an argument, since other
users see those: put it into the environment variable IDEM_DB, or into the file
that --dsn-file names.`,
		Example: `  idem db check sqlite:app.db
  idem db check --dsn-file secret`,
		Args: argCount(0, 1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			dsn, err := findDSN(args, file)
			if err != nil {
				return err
			}
			report, err := checkDB(cmd.Context(), dsn)
			if err != nil {
				return err
			}
			out := newOutput(cmd)
			defer out.flush(&err)
			for _, f := range report.Findings {
				if *asJSON {
					err = out.json.Encode(f)
				} else {
					err = showFinding(out, f)
				}
				if err != nil {
					return err
				}
			}
			say("%s of IDs, %s", count(report.Columns, "column"), count(len(report.Findings), "finding"))
			if len(report.Findings) > 0 {
				return errNo
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&file, "dsn-file", "", "file that holds the DSN")
	asJSON = jsonFlag(cmd)
	return cmd
}

func showFinding(out *output, f dbcheck.Finding) error {
	typ := f.Type
	if f.Collation != "" {
		typ += ", collation " + f.Collation
	}
	_, err := fmt.Fprintf(out, "%s.%s (%s): %s; better %s\n", f.Table, f.Name, typ, f.Problem, f.Advice)
	return err
}

// findDSN returns the DSN of an argument, a file or the environment. No error has it
// in it, as it may hold a password.
func findDSN(args []string, file string) (string, error) {
	switch {
	case len(args) > 0 && file != "":
		return "", usagef("a DSN and --dsn-file: want one of them")
	case len(args) > 0:
		if hasPassword(args[0]) {
			return "", usagef("a DSN with a password is for IDEM_DB or --dsn-file, not for the command line")
		}
		return args[0], nil
	case file != "":
		data, err := os.ReadFile(file)
		return strings.TrimSpace(string(data)), err
	case os.Getenv("IDEM_DB") != "":
		return os.Getenv("IDEM_DB"), nil
	}
	return "", usagef("no DSN: give it as an argument, in --dsn-file or in IDEM_DB")
}
