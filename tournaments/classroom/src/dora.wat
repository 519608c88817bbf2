;; Dora's bot for Liar's Dice, in WebAssembly by hand: doubts what needs more than a third of
;; the dice that it does not see, else raises on the face that it holds most of.
;;
;; A view begins like this (bots/sdk/c/dudo_view.h): 10 faces, 16 dice in play, 19 quantity and
;; 20 face of the bid, 22 may challenge, 24 may pass, 28 the lowest quantity that may be bid on
;; each face (0: none), 48 how many dice of hers show each face, 68 the dice of each seat.
(module
  (memory (export "memory") 1)
  (data (i32.const 16) "challenge")
  (data (i32.const 32) "pass")
  (data (i32.const 64) "bid ")
  (func (export "dudo_abi") (result i32) (i32.const 1))
  (func (export "dudo_buffer") (param i32) (result i32) (i32.const 1024))
  (func (export "dudo_create") (param i32) (result i32) (i32.const 0))
  (func (export "dudo_game") (param i32) (result i32) (i32.const 0))
  (func (export "dudo_end") (param i32 i32) (result i32) (i32.const 0))

  ;; A byte of the view.
  (func $view (param $at i32) (result i32)
    (i32.load8_u (i32.add (i32.const 1024) (local.get $at))))

  ;; Text at an address as a reply.
  (func $text (param $at i32) (param $length i32) (result i64)
    (i64.or
      (i64.shl (i64.extend_i32_u (local.get $at)) (i64.const 32))
      (i64.extend_i32_u (local.get $length))))

  ;; Appends a number below 100; where it ends.
  (func $number (param $at i32) (param $value i32) (result i32)
    (if (i32.ge_u (local.get $value) (i32.const 10))
      (then
        (i32.store8 (local.get $at)
          (i32.add (i32.const 48) (i32.div_u (local.get $value) (i32.const 10))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))))
    (i32.store8 (local.get $at)
      (i32.add (i32.const 48) (i32.rem_u (local.get $value) (i32.const 10))))
    (i32.add (local.get $at) (i32.const 1)))

  (func $challenge (result i64) (call $text (i32.const 16) (i32.const 9)))

  (func (export "dudo_act") (param i32 i32) (result i64)
    (local $face i32) (local $best i32) (local $held i32) (local $most i32)
    (local $own i32) (local $hidden i32) (local $end i32)
    ;; Asked out of turn: somebody else will have to answer the bid.
    (if (call $view (i32.const 24))
      (then (return (call $text (i32.const 32) (i32.const 4)))))
    (local.set $most (i32.const -1))
    (block $counted
      (loop $next
        (br_if $counted (i32.ge_u (local.get $face) (call $view (i32.const 10))))
        (local.set $held (call $view (i32.add (i32.const 48) (local.get $face))))
        (local.set $own (i32.add (local.get $own) (local.get $held)))
        (if (i32.and
              (i32.ne (call $view (i32.add (i32.const 28) (local.get $face))) (i32.const 0))
              (i32.gt_s (local.get $held) (local.get $most)))
          (then
            (local.set $most (local.get $held))
            (local.set $best (i32.add (local.get $face) (i32.const 1)))))
        (local.set $face (i32.add (local.get $face) (i32.const 1)))
        (br $next)))
    (if (i32.eqz (local.get $best)) (then (return (call $challenge))))
    (local.set $hidden (i32.sub (call $view (i32.const 16)) (local.get $own)))
    (if (call $view (i32.const 22))
      (then
        (local.set $held
          (call $view (i32.add (i32.const 47) (call $view (i32.const 20)))))
        (if (i32.gt_u (call $view (i32.const 19))
              (i32.add (local.get $held) (i32.div_u (local.get $hidden) (i32.const 3))))
          (then (return (call $challenge))))))
    ;; bid QxF
    (local.set $end
      (call $number (i32.const 68) (call $view (i32.add (i32.const 27) (local.get $best)))))
    (i32.store8 (local.get $end) (i32.const 120))
    (local.set $end
      (call $number (i32.add (local.get $end) (i32.const 1)) (local.get $best)))
    (call $text (i32.const 64) (i32.sub (local.get $end) (i32.const 64)))))
