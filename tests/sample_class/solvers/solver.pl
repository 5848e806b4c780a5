#!/usr/bin/env perl
# Homework 4: hw4 INPUT OUTPUT writes the alpha-beta trace of every board in INPUT to OUTPUT.
use strict;
use warnings;

my $INF   = 1_000_000;
my $PLIES = 4;
my %WORTH = (A => 1, k => 2, B => -1, K => -2);

# A board is a string of 64 characters, as in the file; a move is a pair of places in it.

# The neighbours of each place: [the place next to it, the place behind that (or -1), down or up].
my @NEAR;
for my $place (0 .. 63) {
    my ($row, $column) = (int($place / 8), $place % 8);
    for my $down (1, -1) {
        for my $right (1, -1) {
            my ($r, $c) = ($row + $down, $column + $right);
            next if $r < 0 || $r > 7 || $c < 0 || $c > 7;
            my ($rr, $cc) = ($r + $down, $c + $right);
            my $behind = $rr < 0 || $rr > 7 || $cc < 0 || $cc > 7 ? -1 : 8 * $rr + $cc;
            push @{$NEAR[$place]}, [8 * $r + $c, $behind, $down];
        }
    }
}

# Column by column, since that is how I look at a board.
my @COLUMNWISE = sort { $a % 8 <=> $b % 8 || $a <=> $b } 0 .. 63;

sub legal_moves {
    my ($board, $alice) = @_;
    my ($own, $enemy) = $alice ? ('Ak', 'BK') : ('BK', 'Ak');
    my (@steps, @jumps);
    for my $from (@COLUMNWISE) {
        my $piece = substr $board, $from, 1;
        next if index($own, $piece) < 0;
        for my $way (@{$NEAR[$from]}) {
            my ($near, $behind, $down) = @$way;
            next if $piece eq 'A' && $down > 0 || $piece eq 'B' && $down < 0;
            my $there = substr $board, $near, 1;
            if ($there eq 'O') {
                push @steps, [$from, $near];
            } elsif ($behind >= 0 && index($enemy, $there) >= 0 && substr($board, $behind, 1) eq 'O') {
                push @jumps, [$from, $behind];
            }
        }
    }
    return @jumps ? @jumps : @steps;
}

sub play {
    my ($board, $from, $to) = @_;
    my $piece = substr $board, $from, 1;
    $piece = 'k' if $piece eq 'A' && $to < 8;
    $piece = 'K' if $piece eq 'B' && $to >= 56;
    substr($board, $from, 1) = 'O';
    substr($board, ($from + $to) / 2, 1) = 'O' if abs($from - $to) > 9;
    substr($board, $to, 1) = $piece;
    return $board;
}

sub material {
    my $sum = 0;
    $sum += $WORTH{$_} for $_[0] =~ /[AkBK]/g;
    return $sum;
}

# The value of a finished game, undef while it goes on.
sub result {
    my ($board, $alice) = @_;
    return -$INF if $board !~ /[Ak]/;
    return $INF  if $board !~ /[BK]/;
    return undef if legal_moves($board, $alice);
    return $alice ? -$INF : $INF;
}

sub square { return sprintf '(%d,%d)', int($_[0] / 8), $_[0] % 8 }
sub show   { return square($_[0][0]) . '=>' . square($_[0][1]) }
sub number { return $_[0] == $INF ? 'inf' : $_[0] == -$INF ? '-inf' : $_[0] }
sub window { return 'alpha=' . number($_[0]) . ', beta=' . number($_[1]) }

# The best value and the best move; prints the trace on the way.
sub search {
    my ($out, $board, $ply, $alpha, $beta) = @_;
    my $alice = $ply % 2;
    my $label = '|-' x ($ply - 1) . ($alice ? 'A' : 'B') . $ply . ':  ';
    my @moves = legal_moves($board, $alice);
    my ($best, $best_move) = ($alice ? -$INF : $INF, $moves[0]);
    while (my $move = shift @moves) {
        my $child = play($board, @$move);
        my $value = result($child, !$alice);
        $value = material($child) if !defined $value && $ply == $PLIES;
        if (defined $value) {
            print $out $label, show($move), ';  h=', number($value), ".\n";
        } else {
            print $out $label, show($move), ".\n";
            ($value) = search($out, $child, $ply + 1, $alpha, $beta);
        }
        ($best, $best_move) = ($value, $move) if $alice ? $value > $best : $value < $best;
        my $closes = $alice ? $best >= $beta : $best <= $alpha;
        $alpha = $best if $alice  && $best > $alpha;
        $beta  = $best if !$alice && $best < $beta;
        my $window = window($alpha, $beta);
        if ($closes) {
            print $out $label, 'pruning ', join(',', map { show($_) } @moves), "; $window.\n" if @moves;
            last;
        }
    }
    return ($best, $best_move);
}

# Reads boards and headings.
my ($input, $output) = @ARGV;
open my $in, '<', $input or die "$input: $!\n";
my $text = do { local $/; <$in> };
close $in;
$text =~ s/^\xEF\xBB\xBF//;
my ($heading, $rows, @cases) = ('', '');
for my $line (split /\s*[\r\n]\s*/, $text) {
    if ($line =~ /^\s*(case\s*\d+)/i) {
        $heading = $1;
    } elsif ($line =~ /([+OAkBK]{8})/) {
        $rows .= $1;
    }
    if (length $rows == 64) {
        push @cases, [$heading, $rows];
        ($heading, $rows) = ('', '');
    }
}

open my $out, '>', $output or die "$output: $!\n";
for my $number (1 .. @cases) {
    my ($label, $board) = @{$cases[$number - 1]};
    $label = "case$number" if $label eq '' && @cases > 1;
    print $out "\n" if $number > 1;
    print $out "$label\n" if $label ne '';
    my $move = 'none';
    if (!defined result($board, 1)) {
        my (undef, $best_move) = search($out, $board, 1, -$INF, $INF);
        print $out "\n";
        $move = show($best_move);
    }
    print $out "first move: $move.\n";
}
close $out or die "$output: $!\n";
